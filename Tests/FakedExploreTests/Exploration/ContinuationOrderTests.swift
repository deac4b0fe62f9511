import Faked
import FakedExplore
import TestSupport
import Testing

/// A task that checks a condition and then waits for a continuation, while another task changes the condition.
@Suite(
  .enabled(
    if: AwaitPoints.make() != nil && TaskControl.isComplete && CallSiteTable.hasLines))
struct ContinuationOrderTests {
  private enum Wait: CaseIterable { case checked, checkedThrowing, unsafe, unsafeThrowing }

  /// Remembers one event, for one waiter.
  private final class Latch: Sendable {
    private struct State {
      var isOpen = false
      var waiter: (@Sendable () -> Void)?
    }

    private let state = Captured(State())

    func open() {
      let waiter = state.withValue { state in
        state.isOpen = true
        return state.waiter
      }
      waiter?()
    }

    /// Waits until the latch is open. Pass `true` to check it again when the task begins to wait.
    func wait(_ wait: Wait, isCareful: Bool) async {
      if state.value.isOpen { return }
      switch wait {
      case .checked:
        await withCheckedContinuation { next in add({ next.resume() }, isCareful) }
      case .checkedThrowing:
        try? await withCheckedThrowingContinuation { (next: CheckedContinuation<Void, any Error>) in
          add({ next.resume() }, isCareful)
        }
      case .unsafe:
        await withUnsafeContinuation { next in add({ next.resume() }, isCareful) }
      case .unsafeThrowing:
        try? await withUnsafeThrowingContinuation { (next: UnsafeContinuation<Void, any Error>) in
          add({ next.resume() }, isCareful)
        }
      }
    }

    private func add(_ waiter: @escaping @Sendable () -> Void, _ isCareful: Bool) {
      let isOpen = state.withValue { state in
        if isCareful, state.isOpen { return true }
        state.waiter = waiter
        return false
      }
      if isOpen { waiter() }
    }
  }

  @Test(arguments: Wait.allCases)
  private func anEventBetweenTheCheckAndTheWaitIsTried(_ wait: Wait) async throws {
    for isCareful in [true, false] {
      let (report, _) = try await explored {
        try await exploreOrders {
          let latch = Latch()
          async let waiting: Void = latch.wait(wait, isCareful: isCareful)
          async let opening: Void = step("open") { latch.open() }
          _ = await (waiting, opening)
        }
      }
      #expect(report.isComplete)
      #expect((report.brokenCount > 0) == !isCareful, "\(report)")
    }
  }

  @Test func aTaskMayEndBeforeItsCreatorWaits() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        let waiter = Captured<CheckedContinuation<String, Never>?>(nil)
        let task = Task {
          let text = (try? await depot.fetch("a")) ?? ""
          waiter.value?.resume(returning: text)
        }
        #expect(await withCheckedContinuation { waiter.value = $0 } == "a")
        await task.value
      }
    }
    #expect(report.brokenCount > 0, "\(report)")
  }

  @Test func anActorKeepsItsTaskUntilItWaits() async throws {
    actor Gate {
      private var isOpen = false
      private var waiter: CheckedContinuation<Void, Never>?
      func open() {
        isOpen = true
        waiter?.resume()
      }
      func pass() async {
        if !isOpen { await withCheckedContinuation { waiter = $0 } }
      }
    }
    let report = try await exploreOrders {
      let gate = Gate()
      async let passing: Void = gate.pass()
      async let opening: Void = gate.open()
      _ = await (passing, opening)
    }
    #expect(report.isComplete)
  }
}
