import Faked

/// Remembers that a run of an exploration used the main actor or a global actor, which are the same in all runs.
///
/// The main actor needs its thread, and a global actor belongs to one run at a time. A run that gets them from its
/// beginning can let their tasks run while another task stays on its actor.
final class SharedActorUse: Sendable {
  private let hasHappened = Locked(false)

  /// A Boolean value that indicates whether an earlier run used such an actor, or the earlier runs are unknown.
  var isExpected: Bool { hasHappened.withLock { $0 } }

  func expect() { hasHappened.withLock { $0 = true } }
}
