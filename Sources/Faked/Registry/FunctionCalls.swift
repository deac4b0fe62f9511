/// What each call of a function reads and writes.
///
/// Apart from the rest of the function's state, so that a call reaches it through a pointer: retaining
/// the function and letting go of it again would take a tenth of the call.
@usableFromInline
package struct FunctionCalls<Arguments, Output, Failure: Error> {
  @usableFromInline typealias Answer = Lesson<Arguments, Output, Failure>.Answer

  @usableFromInline package var log: CallLog<Arguments, Output>
  /// The calls since the instance began or its calls were last reset.
  @usableFromInline var count = 0
  /// The number of calls when it was last taught without a condition.
  @usableFromInline var countBeforeLesson = 0
  /// What answers every call, once the newest lesson has no condition and no other step left.
  @usableFromInline var settled: Answer?
  @usableFromInline var settledSite: Int32 = -1
  /// The rest of the state; it owns this part, and so outlives it.
  @usableFromInline unowned(unsafe) let function: FunctionState<Arguments, Output, Failure>

  @inlinable
  init(of function: FunctionState<Arguments, Output, Failure>, history: CallHistory) {
    self.function = function
    log = CallLog(limit: history.limit)
  }
}
