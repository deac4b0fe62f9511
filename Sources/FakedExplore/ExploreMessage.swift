import Faked

// The texts of scenarios that cannot be explored.
enum ExploreMessage {
  static func noFakes(_ name: String, at site: SourceLine) -> FakedError {
    .invalidParameter(
      """
      \(name) at \(site) saw no call of a fake.
        It sees the calls of fakes that are made or first stubbed in the scenario: make the fakes in the \
      closure.
      """)
  }

  static func nested(_ name: String, at site: SourceLine) -> FakedError {
    .invalidParameter(
      """
      \(name) at \(site) cannot run inside this exploration.
        Write exploreFaults or exploreResults around exploreOrders or exploreCancellations. Every other \
      nesting is refused.
      """)
  }

  static func noKinds(at site: SourceLine) -> FakedError {
    .invalidParameter(
      "exploreFaults at \(site) has no kind of fault to try. "
        + "Write `kinds: [.beforeEffect, .afterEffect]`, or one of them.")
  }

  static func unrepeatable(
    number: Int, first: String?, again: String?, with faults: [FaultyCall], at site: SourceLine
  ) -> FakedError {
    let with = faults.map(\.description).joined(separator: ", and ")
    let run = faults.isEmpty ? "the second" : "the run with \(with)"
    return .invalidParameter(
      """
      exploreFaults at \(site) cannot explore a scenario that differs from run to run: call \(number) was \
      \(first ?? "none") in the first run, and \(again ?? "none") in \(run).
        Make all state in the closure, leave out clocks and chance, and make calls one after the other, or \
      inside exploreOrders.
      """)
  }

  static func unfitError(
    _ call: FallibleCall, number: Int, error: (any Error)?, failure: Any.Type, at site: SourceLine
  ) -> FakedError {
    let given = error.map { "was to fail with \(readableError($0))" } ?? "has no error to fail with"
    return .invalidParameter(
      """
      exploreFaults at \(site): call \(number), \(call.text), \(given), but it throws \(failure) only.
        Write in the scenario: fake.mayFail(\\.\(call.label.baseName), with: …), with an error of type \(failure).
      """)
  }

  static func otherCalls(_ call: String, at site: SourceLine) -> FakedError {
    .invalidParameter(
      """
      exploreResults at \(site) cannot explore a scenario that differs from run to run: before \(call) \
      came other calls than in the first run.
        Make all state in the closure, leave out clocks and chance, and make calls one after the other, or \
      inside exploreOrders.
      """)
  }

  static func leftBehind(_ call: String, _ value: String, at site: SourceLine) -> FakedError {
    .invalidParameter(
      """
      exploreResults at \(site) was stopped: with \(value) from \(call) the scenario did not end, nor when \
      it was cancelled.
        Let the code under test react to cancellation, or name a value: fake.mayReturn(\\.…, …).
      """)
  }

  static func fewRuns(_ name: String, limit: Int, least: Int, at site: SourceLine) -> FakedError {
    .invalidParameter(
      "\(name) at \(site) cannot do with a limit of \(plural(limit, "run")). "
        + "Write `limit:` with a number from \(least).")
  }

  static func noTime(_ name: String, _ deadline: Duration, at site: SourceLine) -> FakedError {
    .invalidParameter(
      "\(name) at \(site) gives a run \(deadline) to end. Write `deadline:` with a time above zero."
    )
  }

  static func noQuiet(_ name: String, _ quiet: Duration, at site: SourceLine) -> FakedError {
    .invalidParameter(
      "\(name) at \(site) cannot wait until nothing has happened for \(quiet). Write `quiet:` with a "
        + "time from zero.")
  }
}
