import FakedExplore
import Testing

/// A signal that a task can miss between its check and its wait.
private final class Signal: Sendable {
  private let state = Captured<(isSet: Bool, waiters: [CheckedContinuation<Void, Never>])>(
    (false, []))

  func wait(isolation: isolated (any Actor)? = #isolation) async {
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

@MainActor private final class Splash {
  func wait(for signal: Signal) async { await signal.wait() }
}

private actor Loader {
  func wait(for signal: Signal) async { await signal.wait() }
}

/// The points at which a task is about to wait in a function of the language. The optimizer removes some of them.
@Suite(
  .enabled(
    if: AwaitPoints.make() != nil && TaskControl.isComplete && CallSiteTable.hasLines))
struct WaitPointTests {
  private func missesSignal(_ wait: @escaping @Sendable (Signal) async -> Void) async throws -> Bool
  {
    let (report, _) = try await explored {
      try await exploreOrders {
        let signal = Signal()
        async let waiting: Void = wait(signal)
        async let loading: Void = { signal.set() }()
        _ = await (waiting, loading)
      }
    }
    return !report.broken.isEmpty
  }

  @Test func aSignalBeforeAWaitOfAnActorIsTried() async throws {
    #expect(try await missesSignal { await $0.wait() })
    #expect(try await missesSignal { await Splash().wait(for: $0) })
    #expect(try await missesSignal { await Loader().wait(for: $0) })
  }
}
