import FakedExplore
import TestSupport
import Testing

/// The moments between two lines of a task at which other tasks can run.
struct AwaitTests {
  /// Returns the results that a scenario has in all of its orders.
  private func results(
    changes: Int = 2, of scenario: @escaping @Sendable () async throws -> Int
  ) async throws -> Set<Int> {
    let results = Captured<Set<Int>>([])
    let (report, _) = try await explored {
      try await exploreOrders(changes: changes) {
        let result = try await scenario()
        results.withValue { _ = $0.insert(result) }
      }
    }
    #expect(report.brokenCount == 0, "\(report)")
    #expect(report.isExhaustive, "\(report)")
    return results.value
  }

  @Test func anUpdateBetweenTwoCallsThatNeverSuspendIsLost() async throws {
    let results = try await results {
      let store: any Store = LockedStore()
      async let first: Void = store.set(store.get() + 1)
      async let second: Void = store.set(store.get() + 1)
      _ = await (first, second)
      return await store.get()
    }
    #expect(results == [1, 2])
  }

  @Test func aNewTaskCanEnterAnActorBeforeItsCreator() async throws {
    let results = try await results {
      let cell = Cell()
      let writer = Task { await cell.set(1) }
      let value = await cell.get()
      await writer.value
      return value
    }
    #expect(results == [0, 1])
  }

  /// A signal that a task can miss between its check and its wait.
  private final class Signal: Sendable {
    private let state = Captured<(isSet: Bool, waiters: [CheckedContinuation<Void, Never>])>(
      (false, []))

    func wait() async {
      if state.value.isSet { return }
      await withCheckedContinuation { waiter in state.withValue { $0.waiters.append(waiter) } }
    }

    func set() {
      let waiters = state.withValue { state in
        state.isSet = true
        defer { state.waiters = [] }
        return state.waiters
      }
      for waiter in waiters { waiter.resume() }
    }
  }

  // The optimizer removes the hop before the wait.
  @Test(.enabled(if: !Toolchain.isOptimized))
  func aSignalBetweenACheckAndAWaitIsMissed() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(deadline: .milliseconds(50)) {
        let signal = Signal()
        async let waiting: Void = signal.wait()
        async let setting: Void = { signal.set() }()
        _ = await (waiting, setting)
      }
    }
    #expect(report.broken.count == 1, "\(report)")
    #expect(report.broken.first?.events.contains { $0.contains("change 1: ") } == true)
  }

  /// A published connection pool loses a waiter that is canceled here.
  private final class WaitQueue: Sendable {
    private let waiting = Captured<CheckedContinuation<Void, any Error>?>(nil)

    func wait() async throws {
      try await withTaskCancellationHandler {
        if Task.isCancelled { throw CancellationError() }
        try await withCheckedThrowingContinuation { waiting.value = $0 }
      } onCancel: {
        waiting.withValue { waiting in
          defer { waiting = nil }
          return waiting
        }?.resume(throwing: CancellationError())
      }
    }
  }

  @Test(.enabled(if: !Toolchain.isOptimized))
  func aCancellationBetweenACheckAndARegistrationIsMissed() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(deadline: .milliseconds(50)) {
        let queue = WaitQueue()
        let task = Task { try await queue.wait() }
        await step("cancel") { task.cancel() }
        _ = await task.result
      }
    }
    #expect(report.broken.count == 1, "\(report)")
    #expect(
      report.broken.first?.failures.first?.hasPrefix("The scenario waits for something") == true)
  }
}

private protocol Store: Sendable {
  func get() async -> Int
  func set(_ value: Int) async
}

private final class LockedStore: Store {
  private let value = Captured(0)
  func get() async -> Int { value.value }
  func set(_ new: Int) async { value.value = new }
}

private actor Cell {
  private var value = 0
  func get() -> Int { value }
  func set(_ new: Int) { value = new }
}
