import Faked

/// The short waits for work outside of the scheduler, which may never arrive.
///
/// All runs of an exploration share them. If nothing arrives in one run, the others do not wait.
final class ShortWaits: Sendable {
  enum Reason {
    /// Nothing can happen anymore, and no job is known to have handed out work.
    case nothingHappens
    /// A job has handed out work, and otherwise a sleep would end.
    case timeWouldPass

    /// The longest wait.
    var patience: Duration {
      switch self {
      case .nothingHappens: .milliseconds(100)
      case .timeWouldPass: .seconds(1)
      }
    }
  }

  private let useless = Locked<Set<Reason>>([])

  /// Returns the time to wait: none if nothing arrived in an earlier wait.
  func patience(_ reason: Reason) -> Duration {
    useless.withLock { $0.contains(reason) } ? .zero : reason.patience
  }

  /// Records that no work arrived.
  func addUseless(_ reason: Reason) { _ = useless.withLock { $0.insert(reason) } }
}
