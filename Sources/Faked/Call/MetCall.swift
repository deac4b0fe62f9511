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
