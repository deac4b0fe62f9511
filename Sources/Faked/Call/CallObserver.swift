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

  /// Lets everything go on as it would without the exploration, so that the run ends.
  func stop()
}

/// Which call of which function it is, by where the function keeps its calls.
package struct CallKey: Hashable {
  private let calls: UInt
  private let number: Int

  init<Arguments, Output, Failure: Error>(_ call: StartedCall<Arguments, Output, Failure>) {
    calls = UInt(bitPattern: call.calls)
    number = call.number
  }
}

/// What would have answered a call that waits.
package struct WithheldAnswer {
  let answer: Any
}

/// A call that an exploration meets: its function, and what answers it if that is known already.
package struct MetCall<Arguments, Output, Failure: Error> {
  var started: StartedCall<Arguments, Output, Failure>
  var answer: Lesson<Arguments, Output, Failure>.Answer?
  package let function: AnyFunction

  package var key: CallKey { CallKey(started) }

  /// Lets the call throw instead of what would answer it, if it can throw that.
  package mutating func fail(_ error: any Error) {
    guard let error = error as? Failure else { return }
    answer = .sync { (_, _) throws(Failure) in throw error }
    started.siteIndex = -1
  }

  /// Takes the answer away, so that the call comes to `wait`, which gives it back.
  package mutating func withholdAnswer() -> WithheldAnswer? {
    defer { answer = nil }
    return answer.map(WithheldAnswer.init)
  }
}

extension FakeInstance {
  /// Hands a function to the exploration that the fake belongs to, if that is of the kind.
  package func choose<Arguments, Output, Failure: Error, Observer: CallObserver>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ kind: Observer.Type, _ body: (Observer, AnyFunction) -> Void
  ) {
    joinCurrentScope()
    let (waiters, function) = functions.withLock { table in
      (table.waiters, table.function(type, named: name, of: fake))
    }
    if let observer = waiters?.observer as? Observer { body(observer, function) }
  }
}
