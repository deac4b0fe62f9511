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
