import Dispatch
import FakedExplore
import FakedTesting
import TestSupport
import Testing

@Suite(.deterministic) struct DeterministicTests {
  @Test(arguments: 0..<50) func aPollingActorRunsOncePerSecond(_ number: Int) async {
    let clock = FakeClock()
    let poller = Poller(clock)
    await poller.start()
    await clock.advance(by: .seconds(3))
    #expect(await poller.ticks == 3)
    await clock.advance(by: .seconds(100))
    #expect(await poller.ticks == 103)
    await poller.stop()
  }

  // On other platforms, the system runs jobs of the main actor between those of the scheduler.
  @Test(.enabled(if: TaskControl.isComplete), arguments: 0..<50) @MainActor
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

  @Test(.enabled(if: TaskControl.isComplete), arguments: 0..<50)
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

  @Test(.enabled(if: TaskControl.endsSleeps), .timeLimit(.minutes(10)))
  func sleepsWithoutAClockTakeNoTime() async throws {
    let log = Log()
    let late = Task {
      try await Task.sleep(for: .seconds(3_600))
      await log.add(2)
    }
    let early = Task {
      try await Task.sleep(for: .seconds(60))
      await log.add(1)
    }
    try await Task.sleep(for: .seconds(10))
    #expect(await log.numbers.isEmpty)
    try await late.value
    try await early.value
    #expect(await log.numbers == [1, 2])
  }

  @Test func taskLocalValuesReachTheTest() { #expect(Test.current != nil) }

  @Test func aTimeoutEndsAnEndlessWait() async {
    let clock = FakeClock()
    let outcome = Task {
      await withTaskGroup(of: String.self) { group in
        group.addTask {
          try? await clock.sleep(for: .seconds(60))
          return Task.isCancelled ? "canceled" : "slept"
        }
        group.addTask {
          try? await clock.sleep(for: .seconds(5))
          return "timed out"
        }
        let first = await group.next() ?? ""
        group.cancelAll()
        return first
      }
    }
    await clock.advance(by: .seconds(5))
    #expect(await outcome.value == "timed out")
    #expect(clock.sleeps.isEmpty)
  }
}

@Suite struct DeterministicFailureTests {
  @Test func aTestThatWaitsForeverListsItsWaits() async throws {
    let line = UInt(#line)
    try await withKnownIssue {
      try await withDeterministicTasks {
        let clock = FakeClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(3)) }
        try await sleeping.value
      }
    } matching: { issue in
      // The error that ends the test names the line, too.
      if let error = issue.error { return Self.isStop("\(error)", at: line + 2) }
      let function = "DeterministicFailureTests.aTestThatWaitsForeverListsItsWaits()"
      let expected = """
        The test waits for something that can no longer happen: no task can run.
          the test waits (DeterministicTests.swift:\(line + 5) in \(function))
          task 1 sleeps until 3.0 seconds (DeterministicTests.swift:\(line + 4) in \(function))
        """
      // Optimized and sanitized programs don't know every line.
      let lines = issue.comments.map(\.rawValue).joined().split(separator: "\n")
      let expectedLines = expected.split(separator: "\n")
      if isOptimized { return lines.count == 3 && lines[0] == expectedLines[0] }
      return lines.count == 3 && lines[0] == expectedLines[0]
        && zip(lines, expectedLines).dropFirst().allSatisfy { line, expected in
          line == expected || !line.contains(" (") && expected.hasPrefix(line)
        }
    }
  }

  @Test(.deterministic, .faked) func eventuallyFailsOnceTheTestIsIdle() async throws {
    let store = FakeStore()
    let line = #line + 2
    try await withKnownIssue {
      try await eventually(within: .seconds(3_600)) { store.verify(\.save) }
    } matching: { issue in
      issue.comments.map(\.rawValue).joined().hasSuffix(
        "`eventually` at DeterministicTests.swift:\(line) waited until no task could run.")
    }
  }

  @Test(.deterministic, .faked) func eventuallySeesAnExtraCallAfterTheExpectedOne() async throws {
    let store = FakeStore()
    store.when(\.save).thenReturn()
    Task {
      await store.save("a")
      await Task.yield()
      await store.save("b")
    }
    await withKnownIssue {
      try await eventually(within: .seconds(3_600)) { store.verify(\.save) }
    }
  }

  @Test(.deterministic, .faked) func eventuallySeesAllCallsAfterAWait() async throws {
    let store = FakeStore()
    let held = store.hold(\.save)
    Task {
      await store.save("held")
      await store.save("a")
      await Task.yield()
      await store.save("b")
    }
    let call = try await held.next()
    store.resetCalls()
    store.when(\.save).thenReturn()
    Task {
      await untilIdle()
      call.resume()
    }
    await withKnownIssue {
      try await eventually(within: .seconds(3_600)) { store.verify(\.save) }
    }
  }

  @Test(.deterministic, .faked) func nextCallFailsOnceTheTestIsIdle() async {
    let store = FakeStore()
    let line = #line + 1
    let error = await #expect(throws: FakedError.self) {
      try await store.nextCall(to: \.save, within: .seconds(3_600))
    }
    #expect(
      error?.description == """
        `nextCall` at DeterministicTests.swift:\(line) waited until no task could run, but no call of \
        FakeStore.save was made.
          No function of this fake was called.
        """)
  }

  @Test(.deterministic, .faked) func aHeldCallIsResumedInOrder() async throws {
    let store = FakeStore()
    let held = store.hold(\.save)
    let saving = Task { await store.save("a") }
    let call = try await held.next()
    #expect(call.arguments == "a")
    call.resume()
    await saving.value
  }

  @Test(.deterministic, .faked, arguments: [0, 1])
  func oneOfTwoWaitsForHeldCallsIsCanceled(canceled: Int) async throws {
    let store = FakeStore()
    let held = store.hold(\.save)
    let waits = (0..<2).map { _ in Task { try await held.next() } }
    await untilIdle()
    waits[canceled].cancel()
    await #expect(throws: CancellationError.self) { try await waits[canceled].value }
    let saving = Task { await store.save("a") }
    let call = try await waits[1 - canceled].value
    #expect(call.arguments == "a")
    call.resume()
    await saving.value
  }

  @Test func aLoopThatNeverWaitsIsStopped() async throws {
    try await withKnownIssue {
      try await withDeterministicTasks { while !Task.isCancelled { await Task.yield() } }
    } matching: { issue in
      let lines = issue.comments.map(\.rawValue).joined().split(separator: "\n")
      return lines.first.map(String.init) == Self.endlessTest
        && lines.dropFirst().first?.hasPrefix("  the test runs") == true
    }
  }

  private static func isStop(_ error: String, at line: UInt) -> Bool {
    error == """
      `withDeterministicTasks` at DeterministicTests.swift:\(line) stopped the test. The failure at that line \
      says why.
      """
  }

  private static let endlessTest =
    "The test was stopped because its tasks never wait: they continued 100,000 times without a pause."
  private static let endlessTasks =
    "Tasks were still running when the test ended. They never wait, so they were stopped after 100,000 steps."

  @Test(.enabled(if: TaskControl.isComplete))
  func aTestThatAwaitsALoopThatIgnoresItsCancellationIsStopped() async throws {
    let line = UInt(#line) + 6
    let test = Test.current
    try await withKnownIssue {
      try await withDeterministicTasks {
        let clock = FakeClock()
        let poller = Task {
          while test != nil { try? await clock.sleep(for: .seconds(1)) }
        }
        await clock.advance(by: .seconds(3))
        poller.cancel()
        await poller.value
      }
    } matching: { issue in
      if let error = issue.error { return Self.isStop("\(error)", at: line - 3) }
      let lines = issue.comments.map(\.rawValue).joined().split(separator: "\n")
      return lines.first.map(String.init) == Self.endlessTest
        && lines.last?.hasPrefix("  task 1 is canceled, but still runs") == true
        && (lines.last?.contains("(DeterministicTests.swift:\(line) in ") == true || isOptimized)
    }
  }

  private enum Leftover: CaseIterable {
    case yields, ignoresItsCancellation

    /// Begins a task that outlives the test.
    func begin(while isNeeded: @escaping @Sendable () -> Bool) async {
      switch self {
      case .yields: Task { while isNeeded() { await Task.yield() } }
      case .ignoresItsCancellation:
        let clock = FakeClock()
        let poller = Task { while isNeeded() { try? await clock.sleep(for: .seconds(1)) } }
        await clock.advance(by: .seconds(3))
        poller.cancel()
      }
    }
  }

  @Test(.enabled(if: TaskControl.isComplete), arguments: Leftover.allCases)
  private func aTaskThatNeverWaitsAfterTheTestGetsAWarning(_ kind: Leftover) async throws {
    let isOver = Captured(false)
    let result = Captured(0)
    let line = #line + 2
    let issues = try await issues {
      result.value = try await withDeterministicTasks {
        await kind.begin { !isOver.value }
        return 42
      }
    }
    #expect(result.value == 42)
    // Earlier toolchains print warnings.
    guard Toolchain.hasIssueSeverity else { return #expect(issues.isEmpty) }
    try #require(issues.count == 1)
    #expect(issues[0].isWarning)
    #expect(issues[0].sourceLocation?.line == line)
    let lines = issues[0].comments.map(\.rawValue).joined().split(separator: "\n")
    try #require(lines.count == 2, "\(lines)")
    #expect(lines[0] == Self.endlessTasks)
    let state = kind == .yields ? "runs" : "is canceled, but still runs"
    #expect(lines[1].hasPrefix("  task 1 \(state)"), "\(lines)")
    #expect(lines[1].contains(" in DeterministicFailureTests.Leftover.begin") || isOptimized)
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func inAStrictScopeATaskThatNeverWaitsAfterTheTestIsAFailure() async throws {
    let isOver = Captured(false)
    let issues = try await issues {
      try await withFakedScope(.strict) {
        try await withDeterministicTasks { await Leftover.yields.begin { !isOver.value } }
      }
    }
    try #require(issues.count == 1)
    #expect(!Toolchain.hasIssueSeverity || !issues[0].isWarning)
    #expect(issues[0].comments.map(\.rawValue).joined().hasPrefix(Self.endlessTasks))
  }

  /// A wait that does not react to cancellation.
  private enum Stubbornness: CaseIterable { case waits, isOnMain, runs, isOnActor }

  private actor Gate {
    private var waiters: [UnsafeContinuation<Void, Never>] = []
    func pass() async { await withUnsafeContinuation { waiters.append($0) } }
  }

  @Test(arguments: Stubbornness.allCases)
  private func aTestThatIgnoresCancellationEnds(kind: Stubbornness) async throws {
    let test = try #require(Test.current)
    let kept = Captured<[UnsafeContinuation<Void, Never>]>([])
    let hasEnded = Captured(false)
    await withKnownIssue {
      try await FakedTrait.deterministic.provideScope(for: test, testCase: .current) {
        switch kind {
        case .waits: await withUnsafeContinuation { next in kept.withValue { $0.append(next) } }
        case .isOnMain:
          await { @MainActor in
            await withUnsafeContinuation { next in kept.withValue { $0.append(next) } }
          }()
        case .runs: while !hasEnded.value { await Task.yield() }
        case .isOnActor: await Gate().pass()
        }
        hasEnded.value = true
      }
    }
    // The rest of the test never runs.
    for next in kept.value { next.resume() }
    for _ in 0..<10 { await Task.yield() }
    #expect(!hasEnded.value)
  }

  @Test(.timeLimit(.minutes(10)))
  func aSleepThatOutlivesTheTestEnds() async throws {
    let (end, continuation) = AsyncStream<Void>.makeStream()
    try await withDeterministicTasks {
      Task {
        try await Task.sleep(for: .milliseconds(1))
        continuation.finish()
      }
      await untilIdle()
    }
    for await _ in end {}
  }

  @Test func inAScopeOnlyTheFailureIsReported() async throws {
    let test = try #require(Test.current)
    let issues = try await issues {
      try await FakedTrait.faked.provideScope(for: test, testCase: .current) {
        try await withDeterministicTasks { try await FakeClock().sleep(for: .seconds(3)) }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.error == nil)
  }

  @Test func theResultIsReturned() async throws {
    let number = try await withDeterministicTasks { 42 }
    #expect(number == 42)
  }

  @Test func theErrorIsThrown() async {
    struct Broken: Error {}
    await #expect(throws: Broken.self) { try await withDeterministicTasks { throw Broken() } }
  }

  @Test(.deterministic) func aNestedDeterministicTestFailsAtItsLine() async throws {
    let line = #line + 2
    try await withKnownIssue {
      try await withDeterministicTasks {}
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.map(\.rawValue) == [
          """
          A deterministic test cannot begin inside a deterministic test or an exploration.
            Remove one of `.deterministic`, `withDeterministicTasks`, or the exploration.
          """
        ]
    }
  }

  @Test func untilIdleNeedsADeterministicTest() async {
    await withKnownIssue {
      await untilIdle()
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        """
        `untilIdle()` needs a deterministic test.
          Write @Test(.deterministic), or call it inside `withDeterministicTasks { … }`.
        """
      ]
    }
  }

  @Test(.deterministic) func aNegativeDurationFailsAtItsLine() async {
    let clock = FakeClock()
    let line = #line + 2
    await withKnownIssue {
      await clock.advance(by: .seconds(-1))
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.map(\.rawValue) == [
          """
          A fake clock can't move backward, from 0.0 seconds to -1.0 seconds.
            Advance it by zero or more, or to a time in the future.
          """
        ]
    }
  }

  @Test func movingAClockBackOutsideAScopeFailsAtItsLine() async {
    let clock = FakeClock()
    let line = #line + 2
    await withKnownIssue {
      await clock.advance(to: .init(offset: .seconds(-1)))
    } matching: { issue in
      issue.sourceLocation?.line == line
    }
  }

  @Test(.deterministic) func movingAClockBackFails() async {
    let clock = FakeClock()
    await clock.advance(by: .seconds(2))
    await withKnownIssue {
      await clock.advance(to: .init(offset: .seconds(1)))
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        """
        A fake clock can't move backward, from 2.0 seconds to 1.0 seconds.
          Advance it by zero or more, or to a time in the future.
        """
      ]
    }
    #expect(clock.now == .init(offset: .seconds(2)))
  }
}

extension Issue {
  fileprivate var isWarning: Bool {
    #if compiler(>=6.3)
      severity == .warning
    #else
      false
    #endif
  }
}

/// A Boolean value that indicates whether the tests are optimized.
private let isOptimized: Bool = {
  var isOptimized = true
  assert({ isOptimized = false }() == ())
  return isOptimized
}()

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

private struct FakeStore: Faked {
  let instanceId = FakeInstance()
  let save: FunctionID<(String) -> Void, AsyncReturns> = "save"
  func save(_ text: String) async { await handleCall(\.save, text) }
}
