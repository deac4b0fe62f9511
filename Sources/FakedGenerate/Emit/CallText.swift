/// A call, on one line or on more.
struct CallText {
  /// `try await handleCall`
  var start: String
  var arguments: [String]
  /// What follows the closing parenthesis.
  var end = ""

  var line: String { start + "(" + arguments.joined(separator: ", ") + ")" + end }

  /// The lines inside a member's braces, with the margin of a body at all but the first.
  func lines(return word: String = "") -> [String] {
    if Layout.fits("    " + word + line) { return [word + line] }
    let isChained = end.hasPrefix(".")
    var lines = [word + start + "("]
    lines += Layout.filled(arguments, indent: 6, end: isChained ? "" : ")" + end)
      .map { String($0.dropFirst(4)) }
    return isChained ? lines + [")" + end] : lines
  }
}

extension SwiftType {
  /// `[Int].self`, in parentheses where the type needs them.
  var metatype: String {
    switch self {
    case .function, .prefixed, .composition: "(\(text)).self"
    default: "\(text).self"
    }
  }
}

extension Requirement {
  /// `<Value: Encodable>`, or nothing.
  var genericClause: String {
    if generics.isEmpty { return "" }
    let parts = generics.map { generic in
      let constraints = generic.constraints.map(\.text).joined(separator: " & ")
      return (generic.isPack ? "each " : "") + generic.name
        + (constraints.isEmpty ? "" : ": \(constraints)")
    }
    return "<" + parts.joined(separator: ", ") + ">"
  }

  /// `where …`, or nothing.
  var conditionClause: String {
    conditions.isEmpty ? "" : "where " + conditions.map(\.text).joined(separator: ", ")
  }
}
