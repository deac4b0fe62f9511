/// One call as the log keeps it. It is small, because there may be millions.
@usableFromInline
package struct StoredCall<Arguments, Output> {
  @usableFromInline package let arguments: Arguments
  /// The nanosecond of the call, made unique within its fake.
  @usableFromInline package let index: UInt64
  /// The nanoseconds that the call took, once it has ended.
  @usableFromInline var nanoseconds: UInt64 = 0
  @usableFromInline var outcome: CallOutcome<Output>
  @usableFromInline var wasCancelled = false
  /// A Boolean value that indicates whether a verification has counted the call.
  @usableFromInline var isVerified = false
  /// A Boolean value that indicates whether a recording has the outcome.
  @usableFromInline var isReplayed = false
  /// The stub of the function that responds, if there is one.
  @usableFromInline var stub: Int32?
  /// The position of the call site in the table of the scope, if it was captured.
  @usableFromInline var site: Int32?

  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  init(arguments: Arguments, index: UInt64, stub: Int32?) {
    self.arguments = arguments
    self.index = index
    self.stub = stub
    outcome = .pending
  }

  /// Records how the call ended.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  mutating func end(_ outcome: CallOutcome<Output>, at now: UInt64, isCancelled: Bool) {
    self.outcome = outcome
    if nanoseconds == 0, now > index { nanoseconds = now &- index }
    wasCancelled = isCancelled
  }

  /// Records when the call ended.
  mutating func setEnd(_ now: UInt64) { nanoseconds = now > index ? now &- index : 0 }

  /// The nanoseconds that the call took, or `nil` if it has not ended.
  @usableFromInline var duration: UInt64? {
    if case .pending = outcome { nil } else { nanoseconds }
  }
}
