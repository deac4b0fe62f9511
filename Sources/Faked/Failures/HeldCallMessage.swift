// The texts of calls that are held and of calls that are waited for.
extension FailureMessage {
  /// More calls than these are left out of a text.
  private static let mostCalls = 20

  static func stillHeld(
    _ function: FunctionLabel, _ calls: [String], _ release: HeldCallsRelease
  ) -> String {
    let when =
      switch release {
      case .asked: "when they were released"
      case .expired(let limit): "after \(limit.formattedShort)"
      case .tornDown: "when the fake was torn down"
      case .behaviorsReset: "when its behaviors were reset"
      case .scopeEnded: "at the end of the test"
      }
    let count = plural(calls.count, "call")
    let left = calls.count > mostCalls ? ", …" : ""
    return """
      \(function) still held \(count) \(when): \
      \(calls.prefix(mostCalls).joined(separator: ", "))\(left).
        Resume each: `let call = try await held.next()`, then `call.resume(returning: …)` or \
      `call.resume(throwing: …)`.
      """
  }

  static func resumedTwice(
    _ function: FunctionLabel, _ call: some CustomStringConvertible, at site: CallSite,
    earlier: CallSite
  ) -> String {
    """
    \(function.fake).\(call) was resumed twice: at \(earlier) and at \(site).
      A call ends once. For the next one write `let call = try await held.next()`.
    """
  }

  static func nothingHeld(
    _ function: FunctionLabel, _ release: HeldCallsRelease, heldAt: CallSite, asked: CallSite
  ) -> FakedError {
    let reason =
      switch release {
      case .asked: "they were released"
      case .expired, .tornDown: "the fake was torn down"
      case .behaviorsReset: "its behaviors were reset"
      case .scopeEnded: "its test has ended"
      }
    return .missingCall(
      """
      No call of \(function) comes for \(asked): its calls were held at \(heldAt), until \(reason).
        Hold them again: `let held = fake.hold(…)`.
      """)
  }

  /// `kind` says what was waited for, as in "held".
  static func missingCall(
    _ function: FunctionLabel, _ kind: String, _ limit: Duration, asked: CallSite,
    calls: [CallRecord<[Any?], Any?>]
  ) -> FakedError {
    let kind = kind.isEmpty ? "" : kind + " "
    let head = "No \(kind)call of \(function) came within \(limit.formattedShort), for \(asked)."
    let left = calls.count - mostCalls
    let listed = calls.suffix(mostCalls).map {
      function.with($0.function).shortCall($0.arguments) + " " + $0.outcomeText
    }
    let lines =
      calls.isEmpty
      ? ["No function of this fake was called."]
      : ["Called:"] + (left > 0 ? ["… \(left) earlier"] : []) + listed
    return .missingCall(([head] + lines).joined(separator: "\n  "))
  }

  static func nothingKept(_ function: FunctionLabel, asked: CallSite) -> FakedError {
    .invalidParameter(
      """
      \(function) keeps no calls to wait for at \(asked): `history` is `.countsOnly`.
        Set `history` to `.last(1)` or more.
      """)
  }
}
