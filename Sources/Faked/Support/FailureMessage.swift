/// Every failure of the runtime, as the error that carries its text: what was wrong, where, and what to
/// write instead.
enum FailureMessage {
  static func untaught(
    _ function: FunctionLabel, id: String?, arguments: [Any?], isTyped: Bool,
    taught: [TaughtFunction], missed: [MissedCondition]
  ) -> FakedError {
    let call = arguments.isEmpty ? "" : " with \(readableList(arguments))"
    var lines: [String] = []
    if missed.isEmpty {
      lines.append("\(function) was called\(call), but nothing was taught for it.")
      lines.append(
        taught.isEmpty
          ? "No function of this fake is taught."
          : "Taught: " + taught.map(\.description).joined(separator: ", ") + ".")
      if let near = nearestName(to: function.name, among: taught.map(\.name)), near != function.name
      {
        lines.append("\"\(near)\" is close to it: is one of the two misspelled?")
      }
    } else {
      lines.append("\(function) was called\(call), but no behavior taught for it answers that.")
      lines += missed.sorted { $0.mismatches.count < $1.mismatches.count }.map(\.description)
    }
    if missed.isEmpty, taught.contains(where: { $0.name == function.name }) {
      lines.append(
        "\"\(function.name)\" is taught under an ID of another type: teach it with the ID that the "
          + "method calls.")
    }
    let parameters = isTyped ? arguments.count : nil
    lines.append("Write before the call: \(teaching(function, id: id, parameters: parameters))")
    return .missingFunction(lines.joined(separator: "\n  "))
  }

  static func unused(_ function: FunctionLabel, _ condition: String?) -> String {
    let condition = condition.map { " for \($0)" } ?? ""
    return "\(function) was taught a behavior\(condition) that no call has used."
  }

  static func emptyChain(_ function: FunctionLabel, taught: CallSite?) -> FakedError {
    .missingFunction(
      """
      \(function) was not taught: the chain that was begun for it\(at(taught)) has no step.
        Say what the call does: `.thenReturn(…)`, `.thenThrow(…)` or `.then { … }`.
      """)
  }

  static func resultMismatch(
    _ function: FunctionLabel, result: Any?, wanted: Any.Type, taught: CallSite?
  ) -> FakedError {
    .typeMismatch(
      """
      \(function) returns \(wanted), but its behavior\(at(taught)) returned \(typed(result)).
        Return a value of type \(wanted) from the behavior.
      """)
  }

  static func asyncBehavior(_ function: FunctionLabel, taught: CallSite?) -> FakedError {
    .typeMismatch(
      """
      \(function) was taught an async behavior\(at(taught)), but its method cannot wait for one.
        Forward the call with `try await handleAsyncCall(…)`, or teach a behavior without `await`.
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
    .typeMismatch("\(parameter(index, of: function)) was \(typed(value)), not \(wanted).")
  }

  private static func parameter(_ index: Int, of function: FunctionLabel?) -> String {
    function.map { "\($0): params[\(index)]" } ?? "params[\(index)]"
  }

  private static func at(_ site: CallSite?) -> String { site.map { " (taught at \($0))" } ?? "" }

  private static func typed(_ value: Any?) -> String {
    guard let value = flattened(value) else { return "nil" }
    return "\(readable(value)) of type \(type(of: value))"
  }

  private static func teaching(
    _ function: FunctionLabel, id: String?, parameters: Int?
  ) -> String {
    let names =
      parameters.map { Array(repeating: "_", count: $0) } ?? ["invocationCount", "params"]
    let signature = names.isEmpty ? "" : names.joined(separator: ", ") + " in "
    return "fake.when(\(id ?? "\"\(function.name)\"")) { \(signature)… }"
  }
}

/// Something that was taught, for texts that list what is.
struct TaughtFunction: CustomStringConvertible {
  let name: String
  let condition: String?
  let site: CallSite
  var description: String { "\(name)\(condition.map { " " + $0 } ?? "") (\(site))" }
}

/// A behavior that did not answer a call, and why.
struct MissedCondition: CustomStringConvertible {
  let condition: String
  let site: CallSite
  let mismatches: [String]

  var description: String { "\(condition) (\(site)): \(mismatches.joined(separator: "; "))" }
}
