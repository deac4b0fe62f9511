/// A call of a function that can throw, as one run of a scenario made it.
struct FallibleCall: Sendable {
  let fake: Any.Type
  let name: String
  /// What there is to know to make it fail; kept only where the run is there to learn it.
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

  var function: String { "\(fake).\(name)" }
  /// The call as it is written, or else its function.
  var text: String { details?.text ?? function }

  /// Whether it is the same step of the scenario in another run; arguments may vary, as dates do.
  func isSame(as other: FallibleCall) -> Bool { fake == other.fake && name == other.name }
}
