/// A value as a failure shows it: strings quoted, structs and enums as they are written in code,
/// long texts shortened.
///
/// Objects are only named, never read: another thread may be changing them. Runs a value's own
/// `description`.
package func readable(_ value: Any?) -> String { shortened(wholeText(of: value, depth: 4)) }

/// A value as a transcript shows it, where there is room: long texts as they are, up to some pages.
func readableAtLength(_ value: Any?) -> String {
  shortened(wholeText(of: value, depth: 6), to: 10_000)
}

/// The arguments of a call, as it is written.
package func readableList(_ values: [Any?]) -> String {
  "(" + values.map(readable).joined(separator: ", ") + ")"
}

/// The texts of two values that differ; when both are long, from shortly before the first
/// difference on.
func readablePair(_ expected: Any, _ actual: Any) -> (expected: String, actual: String) {
  let left = wholeText(of: expected, depth: 4)
  let right = wholeText(of: actual, depth: 4)
  let shared = zip(left, right).prefix { $0 == $1 }.count
  let isLong = max(left.count, right.count) > longestText
  guard isLong, left != right, shared >= headLength else {
    return (shortened(left), shortened(right))
  }
  let hidden = shared - contextLength
  let start = left.hasPrefix("\"") && right.hasPrefix("\"") ? "\"…" : "…"
  return (shortened(start + left.dropFirst(hidden)), shortened(start + right.dropFirst(hidden)))
}

/// The names of two types, with their modules when they are alike without.
func readableTypes(_ expected: Any, _ actual: Any) -> (expected: String, actual: String) {
  let (left, right) = (type(of: expected), type(of: actual))
  return "\(left)" == "\(right)"
    ? (String(reflecting: left), String(reflecting: right)) : ("\(left)", "\(right)")
}

/// Cuts the middle out of a text that is too long to be read at a glance.
func shortened(_ text: String, to longest: Int = longestText) -> String {
  // Counting bytes first spares most texts the count of their characters.
  if text.utf8.count <= longest || text.count <= longest { return text }
  let head = longest * headLength / longestText
  return text.prefix(head) + "…" + text.suffix(longest - head - 1)
}

/// A number of things, with the plural.
package func plural(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}

func isClosure(_ value: Any) -> Bool {
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == nil && mirror.children.isEmpty && !(value is Any.Type)
    && String(reflecting: type(of: value)).contains("->")
}

private let longestText = 120
private let headLength = 70
private let contextLength = 20
private let mostElements = 60

private func wholeText(of value: Any?, depth: Int) -> String {
  guard let value = bare(value) else { return "nil" }
  if value is any StringProtocol || value is Character { return String(reflecting: value) }
  if let type = value as? Any.Type { return "\(type).self" }
  if isClosure(value) { return "a closure" }
  if depth == 0 { return "…" }

  let mirror = Mirror(reflecting: value)
  func texts(of values: some Sequence<Any>) -> [String] {
    values.prefix(mostElements).map { wholeText(of: $0, depth: depth - 1) }
  }
  func list(_ texts: [String]) -> String {
    (texts + (mirror.children.count > texts.count ? ["…"] : [])).joined(separator: ", ")
  }
  switch mirror.displayStyle {
  case .collection:
    return "[\(list(texts(of: mirror.children.lazy.map(\.value))))]"
  case .set:
    return "[\(list(texts(of: mirror.children.lazy.map(\.value)).sorted()))]"
  case .dictionary:
    let entries = mirror.children.prefix(mostElements).map { child in
      texts(of: Mirror(reflecting: child.value).children.map(\.value)).joined(separator: ": ")
    }
    return entries.isEmpty ? "[:]" : "[\(list(entries.sorted()))]"
  case .tuple:
    return "(\(labeledTexts(of: value, depth: depth)))"
  default:
    break
  }

  if let value = value as? any CustomStringConvertible { return value.description }
  if let value = value as? any CustomDebugStringConvertible { return value.debugDescription }
  // A fake is known by its type; what it keeps would hide the point.
  if value is any Faked { return "\(type(of: value))" }
  switch mirror.displayStyle {
  case .struct:
    return "\(type(of: value))(\(labeledTexts(of: value, depth: depth)))"
  case .enum:
    guard let payload = mirror.children.first else { return ".\(value)" }
    let text = wholeText(of: payload.value, depth: depth)
    let isList = Mirror(reflecting: payload.value).displayStyle == .tuple
    return ".\(payload.label ?? "")" + (isList ? text : "(\(text))")
  case .class:
    return "\(type(of: value))"
  default:
    return "\(value)"
  }
}

private func labeledTexts(of value: Any, depth: Int) -> String {
  storedProperties(of: value).map { property in
    let text = wholeText(of: property.value, depth: depth - 1)
    // The parts of a tuple without labels are named by their position.
    return property.name.allSatisfy(\.isNumber) ? text : "\(property.name): \(text)"
  }.joined(separator: ", ")
}
