/// Breaks long lines.
enum Layout {
  private static let width = 100

  static func fits(_ line: String) -> Bool { line.utf8.count <= width || line.count <= width }

  /// Returns lines between `#if` and `#endif` if there is a condition.
  static func conditional(_ lines: [String], _ conditions: [String]) -> [String] {
    if conditions.isEmpty || lines.isEmpty { return lines }
    let margin = String(lines[0].prefix { $0 == " " })
    return [margin + "#if " + conditions.allHold]
      + lines.map { $0.isEmpty ? "" : "  " + $0 } + [margin + "#endif"]
  }

  /// Returns a declaration with its body in braces, on one line if that fits.
  static func declaration(
    _ head: String, _ body: [String], indent: Int = 2, isOneLiner: Bool = true
  ) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let line = "\(margin)\(head) { \(body.joined()) }"
    if isOneLiner, body.count == 1, fits(line) { return [line] }
    return wrapped(margin + head + " {") + body.flatMap { call("\(margin)  \($0)") }
      + [margin + "}"]
  }

  /// Returns the lines of a declaration. A long one breaks before `where`, and between its parameters.
  static func wrapped(_ line: String, end: String = "") -> [String] {
    if fits(line + end) { return [line + end] }
    let margin = String(line.prefix { $0 == " " })
    if let clause = line.firstRange(of: " where ") {
      return wrapped(String(line[..<clause.lowerBound]))
        + [margin + "where " + line[clause.upperBound...] + end]
    }
    guard let (start, parts, rest) = broken(line) else { return [line + end] }
    return [start] + parts + [margin + rest + end]
  }

  /// Returns the lines of a statement. The parenthesis that closes a call follows its last argument.
  private static func call(_ line: String) -> [String] {
    guard !fits(line), let (start, parts, end) = broken(line) else { return [line] }
    return [start] + parts.dropLast() + [(parts.last ?? "") + end]
  }

  /// Returns the text before the largest brackets in a line, the lines of what is inside, and the rest.
  private static func broken(_ line: String) -> (start: String, parts: [String], end: String)? {
    let bytes = Array(line.utf8)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    // The commas of each open bracket, after the bracket itself.
    var open: [[Int]] = []
    var marks: [Int] = []
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): open.append([index])
      case UInt8(ascii: ",") where !open.isEmpty: open[open.count - 1].append(index)
      case UInt8(ascii: ">") where index > 0 && bytes[index - 1] == UInt8(ascii: "-"): continue
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"):
        guard let closed = open.popLast() else { continue }
        let found = closed + [index]
        if open.isEmpty, index - found[0] > (marks.last ?? 0) - (marks.first ?? 0) { marks = found }
      default: continue
      }
    }
    guard let first = marks.first, let last = marks.last, last - first > 1 else { return nil }
    let margin = String(repeating: " ", count: bytes.prefix { $0 == UInt8(ascii: " ") }.count + 2)
    let parts = zip(marks, marks.dropFirst()).map { start, end in
      text(start + 1..<(end == last ? end : end + 1)).drop { $0 == " " }
    }
    let joined = margin + parts.joined(separator: " ")
    return (
      text(0..<first + 1), fits(joined) ? [joined] : parts.flatMap { wrapped(margin + $0) },
      text(last..<bytes.count)
    )
  }
}

extension Requirement {
  /// `<Value: Encodable>`, or nothing.
  var genericClause: String {
    let parts = generics.map { generic in
      let constraints = generic.constraints.map(\.text).joined(separator: " & ")
      return (generic.isPack ? "each " : "") + generic.name.escaped
        + (constraints.isEmpty ? "" : ": \(constraints)")
    }
    return parts.isEmpty ? "" : "<" + parts.joined(separator: ", ") + ">"
  }
}

/// Returns a call, such as `try await handleCall(\.send, text)`.
func callText(
  _ arguments: [String], _ effects: Effects = Effects(), on receiver: String = "",
  to function: String = "handleCall"
) -> String {
  (effects.canThrow ? "try " : "") + (effects.isAsync ? "await " : "") + receiver + function + "("
    + arguments.joined(separator: ", ") + ")"
}
