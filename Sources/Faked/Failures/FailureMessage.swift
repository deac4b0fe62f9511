/// Every failure of the runtime, as the error that carries its text: what was wrong, where, and what to
/// write instead.
package enum FailureMessage {
  /// More lines or names than these are left out of one list.
  package static let mostLines = 20

  /// `missed` are the nearest of the `count` stubs of the function; none of them answered.
  static func missedStubs(
    _ function: FunctionLabel, id: String, arguments: [Any?], isVoid: Bool, _ missed: [MissedStub],
    of count: Int, oldest: CallSite?
  ) -> FakedError {
    // Without a condition of its own, a newer stub would answer in place of those that missed.
    let place = arguments.isEmpty ? oldest?.description : nil
    let condition = arguments.isEmpty ? "" : ", " + conditionAsCode(for: arguments)
    let left = count - missed.count
    let more = left > 0 ? ["… and \(plural(left, "more stub"))"] : []
    let advice =
      "Write before \(place ?? "the call"): "
      + "fake.when(\(id)\(condition)).thenReturn(\(isVoid ? "" : "…"))"
    return .missingFunction(
      ([noStub(function, arguments)] + missed.map(\.description) + more + [advice])
        .joined(separator: "\n  "))
  }

  /// `stubs` are those of all functions of the fake; the function itself has none.
  static func notStubbed(
    _ function: FunctionLabel, id: String, arguments: [Any?], isTyped: Bool, stubs: [StubSummary]
  ) -> FakedError {
    let stubs = stubs.filter(\.hasResponses)
    var lines = [noStub(function, arguments)]
    let more = stubs.count > mostLines ? ["… and \(stubs.count - mostLines) more"] : []
    lines.append(
      stubs.isEmpty
        ? "No function of this fake is stubbed."
        : "Stubbed: "
          + (stubs.prefix(mostLines).map(\.description) + more).joined(separator: ", ") + ".")
    if let near = nearestName(to: function.name, among: stubs.map(\.function)),
      near != function.name
    {
      lines.append("\"\(near)\" is close to it: is one of the two misspelled?")
    }
    if stubs.contains(where: { $0.function == function.name }) {
      lines.append(
        "\"\(function.name)\" is stubbed under an ID of another type: stub it with the ID that the "
          + "method calls.")
    }
    let names =
      isTyped ? arguments.map { _ in "_" } : ["invocationCount", "params"]
    let signature = names.isEmpty ? "" : names.joined(separator: ", ") + " in "
    lines.append("Write before the call: fake.when(\(id)) { \(signature)… }")
    return .missingFunction(lines.joined(separator: "\n  "))
  }

  private static func noStub(_ function: FunctionLabel, _ arguments: [Any?]) -> String {
    "No stub responds to \(function.call(arguments))."
  }

  /// A condition that holds for these arguments: `with: "a", 3`, or matchers where one has no `==`.
  private static func conditionAsCode(for arguments: [Any?]) -> String {
    let isEquatable = arguments.map { $0.map { $0 is any Equatable } ?? true }
    let texts = arguments.map { argument in
      let text = isCode(argument) ? readable(argument) : "…"
      // A text that is cut is no code either.
      return text.contains("…") ? "…" : text
    }
    if isEquatable.allSatisfy({ $0 }) { return "with: " + texts.joined(separator: ", ") }
    let matchers = zip(isEquatable, texts).map { $0 ? ".equal(\($1))" : ".any" }
    return "matching: " + matchers.joined(separator: ", ")
  }

  /// Whether the text of a value is how it is written in code.
  private static func isCode(_ value: Any?) -> Bool {
    guard let value = bare(value) else { return true }
    if let number = value as? any FloatingPoint { return number.isFinite }
    if value is any StringProtocol || value is any Numeric || value is Bool { return true }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary, .tuple: break
    case .class: return false
    case _ where isClosure(value): return false
    default:
      if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
        return false
      }
    }
    // What has more parts is cut, and no code for that.
    return mirror.children.prefix(mostLines + 1).allSatisfy { isCode($0.value) }
  }

  /// The failure for errors of calls that the test has not seen. `first` is one of them.
  static func unseen(_ group: UnseenError.Group, count: Int, first: FakedError) -> String {
    let calls =
      switch (count, group.areUnstubbed) {
      case (1, true): "An unstubbed call threw an error that did not fail the test."
      case (1, false): "A call of a fake threw an error that did not fail the test."
      case (_, true):
        "\(count) unstubbed calls of \(group.function) threw errors that did not fail the test. The first:"
      case (_, false):
        "\(count) calls of \(group.function) threw errors that did not fail the test. The first:"
      }
    let advice = "If the test expects this, declare it with `fake.expectUnstubbed(…)`."
    return ([calls, first.message] + (group.areUnstubbed ? [advice] : []))
      .joined(separator: "\n  ")
  }

  static func afterEnd(
    of test: String?, _ error: FakedError, _ function: FunctionLabel
  ) -> FakedError {
    let text = """
      The test \(test ?? "that owns the fake") has ended, but something it left running still calls \
      \(function).
        End what the test began: await its tasks, or cancel them.
        \(error.message)
      """
    guard case .missingFunction = error else { return error }
    return .missingFunction(text)
  }

  static func emptyChain(_ function: FunctionLabel, stubbed: CallSite?) -> FakedError {
    .missingFunction(
      """
      No stub responds to \(function): the chain\(at(stubbed)) has no response.
        Say what the call does: `.thenReturn(…)`, `.thenThrow(…)` or `.then { … }`.
      """)
  }

  static func unexpectedCall(_ function: FunctionLabel, stubbed: CallSite?) -> FakedError {
    .missingFunction(
      """
      \(function) was called, but its stub\(at(stubbed)) says `thenFail()` for this call.
        Make fewer calls, or add a response before `thenFail()`.
      """)
  }

  static func resultMismatch(
    _ function: FunctionLabel, result: Any?, wanted: Any.Type, stubbed: CallSite?
  ) -> FakedError {
    .typeMismatch(
      """
      \(function) returns \(readableType(wanted)), but its behavior\(at(stubbed)) returned \
      \(typed(result)).
        Return a value of type \(readableType(wanted)) from the behavior.
      """)
  }

  static func asyncBehavior(_ function: FunctionLabel, stubbed: CallSite?) -> FakedError {
    .typeMismatch(
      """
      \(function) is stubbed with an async behavior\(at(stubbed)), but its method cannot wait for one.
        Forward the call with `try await handleAsyncCall(…)`, or stub it with a behavior without `await`.
      """)
  }

  static func unfitRecording(_ function: FunctionLabel, _ failure: Any.Type) -> FakedError {
    .typeMismatch(
      """
      \(function) was recorded to throw an error, but it throws \(readableType(failure)) only.
        Record it anew with FAKED_RECORD=all.
      """)
  }

  static func sharedName(_ function: FunctionLabel, lines: [CallSite]) -> FakedError {
    .invalidParameter(
      """
      \(function) is forwarded from \(lines.map(\.description).joined(separator: " and from ")): \
      overloads share that name.
        Give each an ID of its own: `let addInt = "addInt"`, then `handleCall(\\.addInt, params: …)`.
      """)
  }

  static func missingParameter(
    _ index: Int, of function: FunctionLabel?, count: Int
  ) -> FakedError {
    let held =
      switch count {
      case 0: "the call had no parameters"
      case 1: "the call had 1, params[0]"
      default: "the call had \(count), params[0] to params[\(count - 1)]"
      }
    return .invalidParameter("\(parameter(index, of: function)) does not exist: \(held).")
  }

  static func parameterMismatch(
    _ index: Int, of function: FunctionLabel?, value: Any, wanted: Any.Type
  ) -> FakedError {
    .typeMismatch(
      "\(parameter(index, of: function)) was \(typed(value)), not \(readableType(wanted)).")
  }

  private static func parameter(_ index: Int, of function: FunctionLabel?) -> String {
    function.map { "\($0): params[\(index)]" } ?? "params[\(index)]"
  }

  private static func at(_ site: CallSite?) -> String { site.map { " (\($0))" } ?? "" }

  private static func typed(_ value: Any?) -> String {
    guard let value = flattened(value) else { return "nil" }
    return "\(readable(value)) of type \(readableType(type(of: value)))"
  }
}

/// The places of what has mismatches, or may have, with the fewest first; no more than so many.
@usableFromInline
package func nearestPlaces(_ bits: [UInt64], _ most: Int, ofMismatches: Bool = false) -> [Int] {
  var places = Array(repeating: [Int](), count: 65)
  // Of so many mismatches or more there are enough: most calls are passed over at once.
  var enough = 65
  for (place, bits) in bits.enumerated() where !ofMismatches || bits != 0 {
    let count = bits.nonzeroBitCount
    guard count < enough else { continue }
    places[count].append(place)
    if places[count].count == most { enough = count }
  }
  return Array(places.joined().prefix(most))
}

/// A stub that did not answer a call, and why.
struct MissedStub: CustomStringConvertible {
  /// The calls that it answers, as in `("abc", any)` or `the first 2 calls with ("abc")`.
  let calls: String
  let site: CallSite
  let reason: String

  var description: String { "\(calls) (\(site)): \(reason)" }
}
