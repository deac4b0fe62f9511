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
