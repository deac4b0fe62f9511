/// What meets every call of the fakes of one run of an exploration, before the call is answered.
protocol CallObserver: AnyObject, Sendable {
  /// Decides how a call goes on; `canWait` says whether its function may suspend.
  func meet<Arguments, Output, Failure: Error>(
    _ call: inout MetCall<Arguments, Output, Failure>, _ arguments: Arguments, canWait: Bool
  )

  /// Lets everything go on as it would without the exploration, so that the run ends.
  func stop()
}

/// A call that an exploration meets: its function, and what answers it if that is known already.
struct MetCall<Arguments, Output, Failure: Error> {
  var started: StartedCall<Arguments, Output, Failure>
  let function: FunctionState<Arguments, Output, Failure>
  var answer: Lesson<Arguments, Output, Failure>.Answer?
}
