import Foundation

/// Breaks long lines as `swift format` does.
enum Layout {
  static let width = 100

  static func fits(_ line: String) -> Bool { line.utf8.count <= width || line.count <= width }

  static func spaces(_ indent: Int) -> String { String(repeating: " ", count: indent) }

  /// Returns lines between `#if` and `#endif` if there is a condition.
  static func conditional(_ lines: [String], _ conditions: [CompilationCondition]) -> [String] {
    if conditions.isEmpty || lines.isEmpty { return lines }
    let margin = String(lines[0].prefix { $0 == " " })
    return [margin + "#if " + CompilationCondition.all(conditions).text]
      + lines.map { $0.isEmpty ? "" : "  " + $0 } + [margin + "#endif"]
  }

  /// Returns a comment on as many lines as it needs.
  static func comment(_ text: String, indent: Int) -> [String] {
    filled(text.components(separatedBy: " "), indent: indent + 3, separator: "")
      .map { spaces(indent) + "// " + $0.dropFirst(indent + 3) }
  }

  /// Returns a declaration with its body in braces, on one line if that fits.
  static func declaration(
    _ head: Signature, body: [String], indent: Int, isOneLiner: Bool = true
  ) -> [String] {
    let margin = spaces(indent)
    if isOneLiner, body.count == 1 {
      let line = margin + head.line + " { " + body[0] + " }"
      if fits(line) { return [line] }
    }
    return head.lines(indent: indent, end: " {") + body.map { spaces(indent + 2) + $0 }
      + [margin + "}"]
  }

  /// Returns elements side by side, as many as fit on a line.
  static func filled(
    _ elements: [String], indent: Int, end: String = "", separator: String = ","
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for (index, element) in elements.enumerated() {
      let text = element + (index == elements.count - 1 ? end : separator)
      if !line.isEmpty, fits(line + " " + text) {
        line += " " + text
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      let broken = fits(spaces(indent) + text) ? [spaces(indent) + text] : longElement(text, indent)
      lines += broken.dropLast()
      line = broken.last ?? ""
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// Returns the lines of a parameter that does not fit on one line.
  private static func longElement(_ text: String, _ indent: Int) -> [String] {
    guard let colon = text.range(of: ": "),
      !text[..<colon.lowerBound].contains(where: { "(<[".contains($0) })
    else { return broken(text, indent: indent) }
    let type = String(text[colon.upperBound...])
    if type.hasSuffix(".self") || type.hasSuffix(".self)") { return [spaces(indent) + text] }
    return ["\(spaces(indent))\(text[..<colon.lowerBound]):"] + broken(type, indent: indent + 2)
  }

  /// Returns the lines of a type that does not fit on one line. They break inside its first brackets.
  static func broken(_ text: String, indent: Int, end: String = "") -> [String] {
    let margin = spaces(indent)
    if fits(margin + text + end) { return [margin + text + end] }
    // The first bracket may belong to `nonisolated(nonsending)`.
    let start = text.hasPrefix("nonisolated(") ? text.firstIndex(of: " ") : nil
    guard let open = text[(start ?? text.startIndex)...].firstIndex(where: { "(<".contains($0) }),
      let close = closing(of: open, in: text), text.index(after: open) < close
    else { return [margin + text + end] }
    let content = elements(of: text[text.index(after: open)..<close])
    return ["\(margin)\(text[...open])"] + filled(content, indent: indent + 2)
      + ["\(margin)\(text[close...])\(end)"]
  }

  // Bytes are faster than characters, and the brackets are ASCII.
  private static func closing(of open: String.Index, in text: String) -> String.Index? {
    var depth = 0
    var before: UInt8 = 0
    for index in text.utf8[open...].indices {
      let sign = text.utf8[index]
      depth += change(of: sign, behind: before)
      if depth == 0 { return index }
      before = sign
    }
    return nil
  }

  /// Returns the parts between commas outside of brackets.
  private static func elements(of text: Substring) -> [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var depth = 0
    var start = 0
    func part(_ end: Int) -> String {
      while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
    for index in bytes.indices {
      depth += change(of: bytes[index], behind: index > 0 ? bytes[index - 1] : 0)
      if bytes[index] == UInt8(ascii: ","), depth == 0 {
        parts.append(part(index))
        start = index + 1
      }
    }
    return parts + [part(bytes.count)]
  }

  private static func change(of sign: UInt8, behind before: UInt8) -> Int {
    switch sign {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): -1
    case UInt8(ascii: ">"): before == UInt8(ascii: "-") ? 0 : -1
    default: 0
    }
  }
}
/// The part of a member before its body.
struct Signature {
  /// Attributes and modifiers, followed by a space.
  var words = ""
  /// `func send<Value>`, `init?`, or `subscript`. A property has its type here: `var id: Int`.
  var name: String
  /// The parameters. `nil` for a property.
  var parameters: [String]?
  var effects = Effects()
  /// `Int` after an arrow, or nothing.
  var result = ""
  /// The conditions after `where`.
  var conditions: [Condition] = []

  private var start: String { words + name }
  private var list: String { parameters.map { "(" + $0.joined(separator: ", ") + ")" } ?? "" }
  private var tail: String { effects.text + (result.isEmpty ? "" : " -> " + result) }
  private var clause: String {
    conditions.isEmpty ? "" : "where " + conditions.map(\.text).joined(separator: ", ")
  }

  /// The signature on one line.
  var line: String { start + list + tail + (clause.isEmpty ? "" : " " + clause) }

  /// Returns the lines of the signature, with `end` after the last one.
  func lines(indent: Int, end: String) -> [String] {
    let margin = Layout.spaces(indent)
    let head = margin + start + list + tail
    if Layout.fits(margin + line + end) { return [margin + line + end] }
    if !clause.isEmpty, Layout.fits(head) { return [head, margin + clause + end] }
    guard let parameters, !parameters.isEmpty else { return [margin + line + end] }
    let first = [margin + start + "("] + Layout.filled(parameters, indent: indent + 2)
    let last = margin + ")" + tail
    if clause.isEmpty { return first + [last + end] }
    if Layout.fits(last + " " + clause + end) { return first + [last + " " + clause + end] }
    return first + [last, margin + clause + end]
  }
}

extension Requirement {
  /// `<Value: Encodable>`, or nothing.
  var genericClause: String {
    if generics.isEmpty { return "" }
    let parts = generics.map { generic in
      let constraints = generic.constraints.map(\.text).joined(separator: " & ")
      return (generic.isPack ? "each " : "") + generic.name.escaped
        + (constraints.isEmpty ? "" : ": \(constraints)")
    }
    return "<" + parts.joined(separator: ", ") + ">"
  }
}
/// A call in the body of a member.
struct Call {
  /// Code before the call, such as `let value = `.
  var before = ""
  var canThrow = false
  var suspends = false
  /// The value that has the function, followed by a dot, or nothing.
  var receiver = ""
  var function = "handleCall"
  /// The arguments. `nil` for a property.
  var arguments: [String]?
  /// Code after the closing parenthesis.
  var after = ""

  init(_ arguments: [String]?, effects: Effects = Effects(), receiver: String = "") {
    self.arguments = arguments
    self.receiver = receiver
    canThrow = effects.canThrow
    suspends = effects.isAsync
  }

  private var start: String {
    before + (canThrow ? "try " : "") + (suspends ? "await " : "") + receiver + function
  }

  /// The call on one line.
  var line: String {
    start + (arguments.map { "(" + $0.joined(separator: ", ") + ")" } ?? "") + after
  }

  /// Returns the lines of the call in the body of a member. They have no margin.
  func lines(returns: Bool = false) -> [String] {
    let start = (returns ? "return " : "") + start
    let line = (returns ? "return " : "") + line
    guard let arguments, !Layout.fits("    " + line) else { return [line] }
    let isChained = after.hasPrefix(".")
    let rest = Layout.filled(arguments, indent: 6, end: isChained ? "" : ")" + after)
      .map { String($0.dropFirst(4)) }
    return [start + "("] + rest + (isChained ? [")" + after] : [])
  }
}
