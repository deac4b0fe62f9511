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

/// One call of any function of a fake, for reading and printing the calls of all of them in order.
public struct AnyCallRecord {
  /// The name of the function.
  public let function: String
  /// The arguments one by one.
  public let arguments: [Any?]
  /// Orders the calls of all fakes of the process; only the order means something, not the distance.
  public let index: Int
  /// What the call returned or threw, or that it is under way.
  public let outcome: CallOutcome<Any?>
  /// When the call began.
  public var start: ContinuousClock.Instant { CallClock.start(of: index) }
  /// How long the call took; nil while it is under way.
  public var duration: Duration? { nanoseconds < 0 ? nil : .nanoseconds(nanoseconds) }
  let nanoseconds: Int
  /// Whether the task that made the call was cancelled by the time it ended.
  public let wasCancelled: Bool
  /// The line that taught the behavior which answered; nil for a default and for nothing taught.
  public let answeredBy: CallSite?
  /// Whether a verification has counted it.
  package let isVerified: Bool

  init<Arguments, Output>(_ record: CallRecord<Arguments, Output>, of function: String) {
    self.function = function
    arguments = argumentList(record.arguments)
    index = record.index
    outcome =
      switch record.outcome {
      case .pending: .pending
      case .returned(let output): .returned(flattened(output))
      case .threw(let error): .threw(error)
      }
    nanoseconds = record.nanoseconds
    wasCancelled = record.wasCancelled
    answeredBy = record.answeredBy
    isVerified = record.isVerified
  }
}

/// How a call ended, if it did.
public enum CallOutcome<Output> {
  /// The call is under way.
  case pending
  case returned(Output)
  case threw(any Error)
}

/// One call as the history keeps it: small, because there may be millions.
@usableFromInline
package struct StoredCall<Arguments, Output> {
  @usableFromInline package let arguments: Arguments
  @usableFromInline package let index: Int
  /// Nanoseconds from start to end; negative while the call is under way.
  @usableFromInline var duration: Int
  @usableFromInline var outcome: CallOutcome<Output>
  @usableFromInline var wasCancelled: Bool
  /// Whether a verification has counted it.
  @usableFromInline var isVerified: Bool
  /// Which of the lines that taught the function answered; negative for none.
  @usableFromInline var siteIndex: Int32

  @usableFromInline @_transparent
  init(arguments: Arguments, index: Int) {
    self.arguments = arguments
    self.index = index
    duration = -1
    outcome = .pending
    wasCancelled = false
    isVerified = false
    siteIndex = -1
  }
}
