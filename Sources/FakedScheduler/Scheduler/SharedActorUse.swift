import Faked

/// A record of whether a run of the exploration has used the main actor or a global actor. All runs share these actors.
///
/// The main actor needs the main thread, and a global actor belongs to one run at a time. A run that has both from its
/// start can run their tasks while another task stays on its actor.
final class SharedActorUse: Sendable {
  private let use = Locked((isExpected: false, includesMainActor: false))

  /// A Boolean value that indicates whether runs must expect to use such an actor.
  var isExpected: Bool { use.withLock { $0.isExpected } }

  /// A Boolean value that indicates whether runs must expect to use the main actor.
  var includesMainActor: Bool { use.withLock { $0.includesMainActor } }

  func expectGlobalActors() { use.withLock { $0.isExpected = true } }
  func expectMainActor() { use.withLock { $0 = (true, true) } }
}
