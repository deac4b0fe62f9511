/// A call that was counted and recorded, and has not run yet.
///
/// Holds no reference, so that it costs nothing to hand on.
@usableFromInline
struct StartedCall<Arguments, Output, Failure: Error> {
  @usableFromInline typealias Calls = UnsafeMutablePointer<
    FunctionCalls<Arguments, Output, Failure>
  >

  /// To be used under the lock only, and only if the fake was not torn down meanwhile.
  @usableFromInline let calls: Calls
  @usableFromInline let tearDowns: Int
  /// Which of the function's calls it is.
  @usableFromInline let number: Int
  /// The calls since the function was last taught without a condition, this one included.
  @usableFromInline let invocationCount: Int
  /// Which of the lines that taught the function answers; negative for none.
  @usableFromInline var siteIndex: Int32

  @usableFromInline @_transparent
  init(calls: Calls, tearDowns: Int, number: Int, invocationCount: Int, siteIndex: Int32) {
    self.calls = calls
    self.tearDowns = tearDowns
    self.number = number
    self.invocationCount = invocationCount
    self.siteIndex = siteIndex
  }
}

extension FunctionTable {
  /// The function of a call that is under way; nil after a tear-down.
  @usableFromInline @_transparent
  func function<Arguments, Output, Failure: Error>(
    of call: StartedCall<Arguments, Output, Failure>
  ) -> FunctionState<Arguments, Output, Failure>? {
    tearDowns == call.tearDowns ? call.calls.pointee.function : nil
  }
}

/// A call that finds nothing taught, with its arguments for the text.
@usableFromInline
typealias UntaughtCall<Arguments, Output, Failure: Error> = (
  started: StartedCall<Arguments, Output, Failure>, arguments: Arguments
)
