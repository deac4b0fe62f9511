/// What meets every call of the fakes of one run of an exploration, before the call is answered.
package protocol CallObserver: AnyObject, Sendable {
  /// Decides how a call goes on; `canWait` says whether its function may suspend.
  func meet<Arguments, Output, Failure: Error>(
    _ call: inout MetCall<Arguments, Output, Failure>, _ arguments: Arguments, canWait: Bool
  )

  /// Suspends an async call that has no answer until it is to go on; gives the answer that was withheld.
  func wait<Failure: Error>(
    _ call: CallKey, throwing: Failure.Type, isolation: isolated (any Actor)?
  ) async throws(Failure) -> WithheldAnswer?

  /// Takes the errors that calls of a function may fail with.
  func declare(_ errors: [any Error], for function: AnyFunction)

  /// Takes a function whose calls are to wait; where there is none, those of all async functions do.
  func choose(_ function: AnyFunction)

  /// Lets everything go on as it would without the exploration, so that the run ends.
  func stop()
}

extension FakeInstance {
  /// Hands a function to the exploration that the fake belongs to, if there is one.
  func withObserver<Arguments, Output, Failure: Error>(
    of type: FunctionState<Arguments, Output, Failure>.Type, named name: String, in fake: Any.Type,
    _ body: (any CallObserver, AnyFunction) -> Void
  ) {
    joinCurrentScope()
    let (waiters, function) = functions.withLock { table in
      (table.waiters, table.function(type, named: name, of: fake))
    }
    if let observer = waiters?.observer { body(observer, function) }
  }
}
