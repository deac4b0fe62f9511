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
