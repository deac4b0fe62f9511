/// One call of a function: what it was given, and how it went.
///
/// A copy of the moment `calls(to:)` was asked; a call that was under way stays `.pending` in it.
public struct CallRecord<Arguments, Output> {
  /// The arguments: nothing, the one value, or a tuple.
  public let arguments: Arguments
  /// Orders the calls of all fakes of the process; only the order means something, not the distance.
  public let index: Int
  /// What the call returned or threw, or that it is under way.
  public let outcome: CallOutcome<Output>
  /// When the call began.
  public var start: ContinuousClock.Instant { CallClock.start(of: index) }
  /// How long the call took; nil while it is under way.
  public var duration: Duration? { nanoseconds < 0 ? nil : .nanoseconds(nanoseconds) }
  @usableFromInline let nanoseconds: Int
  /// Whether the task that made the call was cancelled by the time it ended.
  public let wasCancelled: Bool
  /// The line that taught the behavior which answered; nil for a default and for nothing taught.
  public let answeredBy: CallSite?
  @usableFromInline let isVerified: Bool

  @inlinable
  init(_ stored: StoredCall<Arguments, Output>, answeredBy: CallSite?) {
    arguments = stored.arguments
    self.answeredBy = answeredBy
    index = stored.index
    outcome = stored.outcome
    nanoseconds = stored.duration
    wasCancelled = stored.wasCancelled
    isVerified = stored.isVerified
  }
}

/// How a call ended, if it did.
public enum CallOutcome<Output> {
  /// The call is under way.
  case pending
  case returned(Output)
  case threw(any Error)
}
