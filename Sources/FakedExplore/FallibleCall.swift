import Faked

/// A call of a function that can throw, as one run of a scenario made it.
struct FallibleCall: Sendable {
  let label: FunctionLabel
  /// What there is to know to make it fail; kept only where the run is there to learn it, and of a call that
  /// failed.
  var details: Details?

  struct Details: Sendable {
    /// The call as it is written.
    var text: String
    /// What the scenario said it may fail with.
    let declared: [any Error]
    /// The type of the errors it can throw.
    let failure: Any.Type
    /// Whether it can throw an error.
    let canThrow: @Sendable (any Error) -> Bool
  }

  init(function label: FunctionLabel) { self.label = label }

  var function: String { label.description }
  /// The call as it is written, or else its function.
  var text: String { details?.text ?? function }

  /// Whether it is the same call in another run, as far as its details are known.
  ///
  /// Arguments may vary from run to run, as dates do, but are not those of another of `calls` then.
  func isSame(as other: FallibleCall, among calls: [FallibleCall]) -> Bool {
    guard function == other.function else { return false }
    return other.details == nil || text == other.text || !calls.contains { $0.text == other.text }
  }
}
