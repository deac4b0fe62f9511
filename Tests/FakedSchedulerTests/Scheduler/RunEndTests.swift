import Faked
import FakedScheduler
import TestSupport
import Testing

@Suite struct RunEndTests {
  @Test func aTaskThatIsLeftBehindIsCanceled() async throws {
    let wasCancelled = Locked(false)
    _ = try await ScenarioRun.guided(by: .prefix(.empty)) {
      Task {
        while !Task.isCancelled { await Task.yield() }
        wasCancelled.withLock { $0 = true }
      }
      await Task.yield()
    }
    #expect(wasCancelled.withLock { $0 })
  }

  private actor Door {
    private var waiter: UnsafeContinuation<Void, Never>?
    private(set) var isOpen = false
    func wait() async {
      await withUnsafeContinuation { waiter = $0 }
      isOpen = true
    }
    func open() { waiter?.resume() }
  }

  /// The job of an actor runs several tasks to their ends.
  @Test func tasksThatEndOnAnActorAreNotLeftBehind() async throws {
    let run = try await ScenarioRun.guided(by: .prefix(.empty)) {
      let door = Door()
      let waiting = Task { await door.wait() }
      await Scheduler.current?.untilIdle()
      let opening = Task { await door.open() }
      await opening.value
      await waiting.value
    }
    #expect(run.ending == .completed)
    #expect(run.leftoverTasks.map(\.title) == [])
  }

  @globalActor private actor Gate {
    static let shared = Gate()
    private var isClosed = true
    func pass() async {
      if !isClosed { return }
      isClosed = false
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
  }

  @Test func aGlobalActorStaysUsableAfterAStuckRun() async throws {
    let run = try await ScenarioRun.guided(by: .prefix(.empty)) {
      Task { await Gate.shared.pass() }
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }
    #expect(run.ending == .stuck)
    await Gate.shared.pass()
  }

  /// A task without a preferred executor yields on a thread of the system after it has left an actor.
  @Test func aTaskThatYieldsAfterACallToAnActorIsUnderControl() async throws {
    for _ in 0..<20 * Repetitions.count {
      let text = SharedText()
      let run = try await ScenarioRun.guided(by: .prefix(.empty)) {
        let door = Door()
        let first = Task {
          _ = await door.isOpen
          for _ in 0..<3 {
            await Task.yield()
            text.add("a")
          }
        }
        let second = Task {
          for _ in 0..<3 {
            await Task.yield()
            text.add("b")
          }
        }
        await first.value
        await second.value
      }
      #expect(run.ending == .completed)
      #expect(run.arrivals.isEmpty)
      #expect(text.text.count == 6)
    }
  }
}
