/// One call as the log keeps it: small, because there may be millions.
@usableFromInline
package struct StoredCall<Arguments, Output> {
  @usableFromInline package let arguments: Arguments
  /// The nanosecond of the call, made unique within its instance.
  @usableFromInline package let index: UInt64
  @usableFromInline var outcome: CallOutcome<Output>
  @usableFromInline var wasCancelled = false
  /// Whether a verification has counted it.
  @usableFromInline var isVerified = false
  /// Which of the function's stubs answers it; negative for none.
  @usableFromInline var stub: Int32
  /// Nanoseconds from its begin to its end, once it has ended.
  @usableFromInline var nanoseconds: UInt64 = 0

  @usableFromInline @_transparent
  init(arguments: Arguments, index: UInt64, stub: Int32) {
    self.arguments = arguments
    self.index = index
    self.stub = stub
    // Not beside its declaration, which an unoptimized build would call without knowing the types.
    outcome = .pending
  }

  /// Writes down how it ended.
  @usableFromInline @_transparent
  mutating func end(_ outcome: CallOutcome<Output>, at now: UInt64, cancelled: Bool) {
    self.outcome = outcome
    nanoseconds = now > index ? now &- index : 0
    wasCancelled = cancelled
  }

  /// Nanoseconds; nil while the call is under way.
  @usableFromInline var duration: UInt64? {
    if case .pending = outcome { nil } else { nanoseconds }
  }
}
