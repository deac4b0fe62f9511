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
    _ head: String, _ body: [String], isOneLiner: Bool = true
  ) -> [String] {
    let line = "  \(head) { \(body.joined()) }"
    if isOneLiner, body.count == 1, fits(line) { return [line] }
    return wrapped("  \(head) {") + body.flatMap { wrapped("    \($0)", isCall: true) } + ["  }"]
  }

  /// Returns the lines of a declaration or statement. A long one breaks between the parts of its largest brackets.
  ///
  /// - Parameters:
  ///   - line: The declaration or statement.
  ///   - isCall: A Boolean value that indicates whether the last part closes the brackets.
  static func wrapped(_ line: String, isCall: Bool = false) -> [String] {
    let marks = fits(line) ? [] : marks(of: line)
    guard let first = marks.first, let last = marks.last else { return [line] }
    let margin = String(line.prefix { $0 == " " })
    let parts = zip(marks, marks.dropFirst()).map { start, end in
      line[line.index(after: start)..<(end == last ? end : line.index(after: end))]
        .drop { $0 == " " }
    }
    let joined = "\(margin)  " + parts.joined(separator: " ")
    let inside = fits(joined) ? [joined] : parts.map { "\(margin)  \($0)" }
    return [String(line[...first])]
      + (isCall
        ? inside.dropLast() + [inside[inside.count - 1] + line[last...]]
        : inside + [margin + line[last...]])
  }

  /// Returns the places of the largest brackets in a line, and of the commas between them.
  private static func marks(of line: String) -> [String.Index] {
    var open: [[String.Index]] = []
    var marks: [String.Index] = []
    func length(_ marks: [String.Index]) -> Int {
      marks.isEmpty ? 1 : line.distance(from: marks[0], to: marks[marks.count - 1])
    }
    for index in line.indices {
      switch line[index] {
      case ">" where line[..<index].last == "-": continue
      case "(", "[", "<": open.append([index])
      case "," where !open.isEmpty: open[open.count - 1].append(index)
      case ")", "]", ">":
        guard let found = open.popLast(), open.isEmpty else { continue }
        if length(found + [index]) > length(marks) { marks = found + [index] }
      default: continue
      }
    }
    return marks
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
