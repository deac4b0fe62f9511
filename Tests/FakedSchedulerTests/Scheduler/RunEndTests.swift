import Dispatch
import Faked
import FakedScheduler
import Foundation
import TestSupport
import Testing

@Suite struct RunEndTests {
  @Test func aRunInWhichNoTaskCanRunIsStuck() async {
    let run = await ScenarioRun.along(.empty) {
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }
    #expect(run.ending == .stuck)
    #expect(run.leftoverTasks.map(\.title) == ["scenario"])
  }

  @Test func aLoopThatYieldsIsStopped() async {
    var limits = Scheduler.Limits()
    limits.steps = 500
    let run = await ScenarioRun.along(.empty, limits: limits) {
      while !Task.isCancelled { await Task.yield() }
    }
    #expect(run.ending == .tooManySteps)
  }

  @Test func tasksThatAreNotAwaitedAreLeftBehind() async {
    let run = await ScenarioRun.along(.empty) {
      Task {}
      let second = Task {
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      }
      _ = await second.value
    }
    #expect(run.ending == .completed)
    #expect(run.leftoverTasks.map(\.title) == ["task 2.1"])
  }

  @Test func aTaskThatIsLeftBehindIsCanceled() async {
    let wasCancelled = Locked(false)
    _ = await ScenarioRun.along(.empty) {
      Task {
        while !Task.isCancelled { await Task.yield() }
        wasCancelled.withLock { $0 = true }
      }
      await Task.yield()
    }
    #expect(wasCancelled.withLock { $0 } || !TaskControl.isComplete)
  }

  @Test(.enabled(if: TaskControl.isComplete), arguments: Spin.allCases)
  private func aTaskThatIgnoresTheCancellationAtTheEndIsAbandoned(_ spin: Spin) async {
    let isAtEnd = Locked(false)
    let run = await ScenarioRun.along(.empty) {
      Task { await spin.spin() }
      await Scheduler.current?.untilIdle()
      isAtEnd.withLock { $0 = true }
    }
    #expect(run.ending == .completed)
    #expect(isAtEnd.withLock { $0 })
    #expect(run.leftoverTasks.map(\.title) == ["task 1"])
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func aCleanupAfterTheCancellationAtTheEndIsNotStopped() async {
    let count = Locked(0)
    let run = await ScenarioRun.along(.empty) {
      Task {
        let clock = FakeClock()
        for _ in 0..<3_000 {
          try? await clock.sleep(for: .seconds(1))
          count.withLock { $0 += 1 }
        }
      }
      await Scheduler.current?.untilIdle()
    }
    #expect(run.ending == .completed)
    #expect(count.withLock { $0 } == 3_000)
  }

  @Test(
    .enabled(if: TaskControl.isComplete), arguments: [Spin.fakeClock, .taskSleep, .heldCall],
    [false, true])
  private func aTaskThatIgnoresItsCancellationEndsTheRun(_ spin: Spin, isAwaited: Bool) async {
    let run = await ScenarioRun.along(.empty) {
      let task = Task { await spin.spin() }
      await Scheduler.current?.untilIdle()
      task.cancel()
      if isAwaited { await task.value }
    }
    #expect(run.ending == (isAwaited ? .tooManySteps : .leftoversNeverWait))
    let left = run.leftoverTasks.last
    #expect(left?.title == "task 1")
    #expect(left?.isCancelled == true)
    // Optimized programs don't know every line.
    if ExactOrders.areKnown {
      let place = left?.place?.description ?? ""
      #expect(place.hasPrefix("RunEndTests.swift:"), "\(place)")
      // Only an exploration knows the fakes that are called, and leaves out their methods.
      let method = spin == .heldCall ? "FakeValve.open()" : "Spin.spin()"
      #expect(place.hasSuffix(" in \(method)"), "\(place)")
    }
  }

  @Test func aGlobalActorStaysUsableAfterAStuckRun() async {
    let run = await ScenarioRun.along(.empty) {
      Task { await Gate.shared.pass() }
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }
    #expect(run.ending == .stuck)
    await Gate.shared.pass()
  }

  @Test(arguments: [false, true])
  func aCallbackFromAQueueOrAThreadIsWaitedForAndCounted(isOnThread: Bool) async {
    let hasCalledBack = Locked(false)
    let run = await ScenarioRun.along(.empty) {
      await withCheckedContinuation { continuation in
        if isOnThread {
          Thread.detachNewThread { continuation.resume() }
        } else {
          DispatchQueue.global().async { continuation.resume() }
        }
      }
      hasCalledBack.withLock { $0 = true }
    }
    #expect(run.ending == .completed)
    // Sanitizers see new threads first, and don't pass them on. The callback may be faster than the task, and then
    // nothing comes from elsewhere.
    let isSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil
    if TaskControl.isComplete, !isOnThread || !isSanitized { #expect(run.departures.count == 1) }
    #expect(run.arrivals.count <= 1)
    #expect(hasCalledBack.withLock { $0 })
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func aCallbackThatComesAfterTheTaskHasSuspendedIsCounted() async {
    let run = await ScenarioRun.along(.empty) {
      let hasSuspended = DispatchSemaphore(value: 0)
      // The task begins when the scenario suspends.
      Task { hasSuspended.signal() }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          hasSuspended.wait()
          continuation.resume()
        }
      }
    }
    #expect(run.ending == .completed)
    #expect(run.arrivals.count == 1)
  }

  @Test func idlenessCanBeAwaitedOnAnotherExecutor() async {
    let hasAwaited = Locked(false)
    let run = await ScenarioRun.along(.empty) {
      await QueueActor().untilIdle()
      hasAwaited.withLock { $0 = true }
    }
    #expect(run.ending == .completed)
    #expect(hasAwaited.withLock { $0 })
  }

  @Test func aTaskOfAnotherTestThatARunResumesIsNotTaken() async {
    let outside = Locked<CheckedContinuation<Void, Never>?>(nil)
    let waiter = Task { await withCheckedContinuation { new in outside.withLock { $0 = new } } }
    while outside.withLock({ $0 == nil }) { await Task.yield() }
    let run = await ScenarioRun.along(.empty) {
      outside.withLock { $0 }?.resume()
      await Task.yield()
    }
    #expect(run.taskCount == 1)
    await waiter.value
  }

  @Test func noObjectOfAScenarioOutlivesItsRun() async {
    let lifetimes = Lifetimes()
    let scheduler = Locked<Scheduler?>(nil)
    _ = await ScenarioRun.along(.empty, keepsStory: true) {
      let witness = Witness(lifetimes)
      scheduler.withLock { $0 = Scheduler.current }
      let event = ScheduledEvent(name: "event") {
        _ = witness
        return EventDescription(text: "event", site: nil)
      }
      await Scheduler.current?.wait(for: event)
    }
    #expect(lifetimes.living == 0)
  }

  @Test func aRunThatDoesNotFitItsPrefixSaysWhere() async {
    let twoTasks: @Sendable () async -> Void = {
      async let first: Void = Task.yield()
      async let second: Void = Task.yield()
      _ = await (first, second)
    }
    let run = await ScenarioRun.along(.empty, twoTasks)
    let other = await ScenarioRun.along(OrderPrefix(of: run.choices)) {
      async let first: Void = {}()
      async let second: Void = twoTasks()
      _ = await (first, second)
    }
    #expect(await ScenarioRun.along(OrderPrefix(of: run.choices), twoTasks).divergence == nil)
    #expect(other.divergence != nil)
  }
}

/// A loop that no cancellation ends. Once it is canceled, its waits throw at once.
private enum Spin: CaseIterable {
  case fakeClock, taskSleep, heldCall, onActor

  func spin() async {
    switch self {
    case .fakeClock: while true { try? await FakeClock().sleep(for: .seconds(1)) }
    case .taskSleep: while true { try? await Task.sleep(for: .seconds(1)) }
    case .heldCall:
      let fake = FakeValve()
      let held = fake.hold(\.openID)
      while held.cancelled.count >= 0 { try? await fake.open() }
    case .onActor:
      let spinner = Spinner()
      while true { await spinner.wait() }
    }
  }
}

private struct FakeValve: Faked {
  let instanceId = FakeInstance()
  let openID: FunctionID<() -> Void, AsyncThrows> = "open()"
  func open() async throws { try await handleCall(\.openID) }
}

private actor Spinner {
  private let clock = FakeClock()
  func wait() async { try? await clock.sleep(for: .seconds(1)) }
}

/// An actor that runs on a queue of its own, which no scheduler controls.
private actor QueueActor {
  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  func untilIdle() async { await Scheduler.current?.untilIdle() }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "QueueExecutor")
  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
