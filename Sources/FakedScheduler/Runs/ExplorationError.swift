import Faked

/// A scenario that cannot be explored, or a wrong argument of an exploration.
enum ExplorationError {
  case noCalls
  case nested
  case noKinds
  case depth(Int)
  case limit(Int, least: Int)
  case preemptions(Int)
  case patience(Duration)
  case otherScenario(replay: String)
  /// A run made other calls than the run before.
  case differs(number: Int, first: String?, again: String?, with: [FaultyCall])
  case unfitError(FallibleCall, number: Int, error: (any Error)?)
  case otherCalls(before: String)

  /// The error that the exploration throws.
  ///
  /// - Parameters:
  ///   - name: The name of the exploration.
  ///   - site: The line of the exploration.
  func thrown(by name: String, at site: SourceLine) -> FakedError {
    .invalidParameter("\(name) at \(site)\(text)")
  }

  private var text: String {
    switch self {
    case .noCalls:
      """
       found no call of a fake.
        It finds only the calls of fakes that are created or first stubbed in the scenario: create the fakes in the \
      closure.
      """
    case .nested:
      """
       can't run inside this exploration.
        Write exploreFaults or exploreResults around exploreOrders or exploreCancellations. No other \
      explorations can be nested.
      """
    case .noKinds:
      " has no kind of fault to try. Write `kinds: [.beforeEffect, .afterEffect]`, or one of them."
    case .depth(let depth): ": `depth:` is \(depth). It must be at least 1."
    case .limit(let limit, let least):
      " needs a limit of at least \(plural(least, "run")); `limit:` is \(limit)."
    case .preemptions(let count):
      ": `preemptions:` is \(count). It must be 0 or more."
    case .patience(let time):
      ": `deadline:` is \(time). It must be greater than zero."
    case .otherScenario(let replay):
      """
       can't repeat "\(replay)": the scenario has other choices.
        The text belongs to another scenario, the code has changed, or the text is from a build with other \
      settings for optimization or code coverage. Use those settings, or remove `replaying:` and copy the text \
      from the new report. If the order of a `Set` or `Dictionary` matters, set SWIFT_DETERMINISTIC_HASHING=1 in \
      both processes.
      """
    case .differs(let number, let first, let again, let faults):
      """
       can't explore a scenario that differs from run to run: call \(number) was \(first ?? "none") in the \
      first run, and \(again ?? "none") in the run with \(Self.list(faults)).
        \(ExplorationReport.adviceForRepeating)
      """
    case .unfitError(let call, let number, let error):
      Self.unfit(call, number, error)
    case .otherCalls(let call):
      """
       can't explore a scenario that differs from run to run: other calls than in the first run came before \
      \(call).
        \(ExplorationReport.adviceForRepeating)
      """
    }
  }

  private static func list(_ faults: [FaultyCall]) -> String {
    faults.map(\.description).joined(separator: ", and ")
  }

  private static func unfit(_ call: FallibleCall, _ number: Int, _ error: (any Error)?) -> String {
    let given =
      error.map { "can't fail with \(readableError($0))" } ?? "has no error to fail with"
    let failure = call.details.map { "\($0.failure)" } ?? "other errors"
    return """
      : call \(number), \(call.text), \(given), because it throws only \(failure).
        Write in the scenario: fake.mayFail(\\.\(call.label.baseName), with: …), with an error of type \
      \(failure).
      """
  }
}
