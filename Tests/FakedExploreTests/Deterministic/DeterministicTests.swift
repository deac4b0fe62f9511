import Dispatch
import FakedExplore
import TestSupport
import Testing

@Suite(.deterministic) struct DeterministicTests {
  @Test(arguments: 0..<5) func aPollingActorRunsOncePerSecond(_ number: Int) async {
    let clock = FakeClock()
    let poller = Poller(clock)
    await poller.start()
    await clock.advance(by: .seconds(3))
    #expect(await poller.ticks == 3)
    await clock.advance(by: .seconds(100))
    #expect(await poller.ticks == 103)
    await poller.stop()
  }

  @Test(.faked(.lenient)) func detachedTasksHaveTheScopeThatBeginsInside() async {
    let scope = await Task.detached { TestScope.ofTask }.value
    #expect(scope != nil)
    #expect(scope === TestScope.current)
  }

  // On other platforms, the system runs jobs of the main actor between those of the scheduler.
  @Test(arguments: 0..<5) @MainActor
  func aDebounceShowsTheLastInput(_ number: Int) async {
    let clock = FakeClock()
    let search = Search(clock)
    search.type("s")
    await clock.advance(by: .milliseconds(200))
    search.type("sw")
    await clock.advance(by: .milliseconds(200))
    #expect(search.shown == [])
    await clock.advance(by: .milliseconds(100))
    #expect(search.shown == ["sw"])
  }

  @Test(arguments: 0..<5)
  func aTestOutsideTheMainActorControlsIt(_ number: Int) async {
    let clock = FakeClock()
    let search = await Search(clock)
    await search.type("s")
    await clock.advance(by: .milliseconds(299))
    #expect(await search.shown == [])
    await clock.advance(by: .milliseconds(1))
    #expect(await search.shown == ["s"])
  }

  @Test func tasksFinishInTheOrderOfTheirSleeps() async {
    let clock = FakeClock()
    let order = await withTaskGroup(of: Int.self) { group in
      for number in 0..<50 {
        group.addTask {
          try? await clock.sleep(for: .seconds(50 - number))
          return number
        }
      }
      await clock.advance(by: .seconds(1_000))
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(order == Array((0..<50).reversed()))
  }

  @Test func tasksRunInTheOrderInWhichTheyBecomeReady() async {
    let log = Log()
    for number in 0..<20 { Task { await log.add(number) } }
    await untilIdle()
    #expect(await log.numbers == Array(0..<20))
  }

  @Test func untilIdleRunsNestedWork() async {
    let log = Log()
    Task {
      await Task.yield()
      Task { @MainActor in Task.detached { await log.add(1) } }
    }
    await untilIdle()
    #expect(await log.numbers == [1])
  }

  @Test func theSchedulerWaitsForWorkOutsideIt() async throws {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume() }
    }
  }

  @Test func aSleepWithoutAClockTakesRealTime() async throws {
    let log = Log()
    Task {
      try await Task.sleep(for: .milliseconds(20))
      await log.add(2)
    }
    await log.add(1)
    await untilIdle()
    #expect(await log.numbers == [1, 2])
  }

  @Test func taskLocalValuesReachTheTest() { #expect(Test.current != nil) }
}

private actor Poller {
  private let clock: FakeClock
  private(set) var ticks = 0
  private var task: Task<Void, Never>?

  init(_ clock: FakeClock) { self.clock = clock }

  func start() {
    task = Task {
      while !Task.isCancelled {
        try? await clock.sleep(for: .seconds(1))
        ticks += 1
      }
    }
  }

  func stop() { task?.cancel() }
}

@MainActor private final class Search {
  private let clock: FakeClock
  private(set) var shown: [String] = []
  private var task: Task<Void, Never>?

  init(_ clock: FakeClock) { self.clock = clock }

  func type(_ text: String) {
    task?.cancel()
    task = Task {
      try? await clock.sleep(for: .milliseconds(300))
      if !Task.isCancelled { shown.append(text) }
    }
  }
}

private actor Log {
  private(set) var numbers: [Int] = []
  func add(_ number: Int) { numbers.append(number) }
}
