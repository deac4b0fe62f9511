/// Returns a value as messages show it: strings quoted, structs and enums as they are written in code, in one line,
/// with the middle of long values left out.
///
/// Objects are named but never read, because another thread may be changing them. Runs the `description` of the value.
/// The cost is limited to that of a page of text.
@usableFromInline
package func readable(_ value: Any?) -> String { readable(value, upTo: 120) }

/// Returns a value as a transcript shows it, up to a page of text.
func readableAtLength(_ value: Any?) -> String { readable(value, upTo: 2_000) }

private func readable(_ value: Any?, upTo longest: Int) -> String {
  var reader = ValueReader(longest: longest)
  // The length of a string follows it, such as ` (1000000 characters)`.
  return shortened(reader.text(of: value, depth: 4), to: longest + 24)
}

/// Returns the texts of two values that differ. Long texts begin shortly before the first difference.
func readablePair(_ expected: Any?, _ actual: Any?) -> (expected: String, actual: String) {
  if let left = expected as? String, let right = actual as? String {
    return quotedPair(left, right)
  }
  let texts = [expected, actual].map { value in
    var reader = ValueReader(longest: 10_000)
    return reader.text(of: value, depth: 4)
  }
  guard texts[0] != texts[1], let start = startOfDifference(texts[0], texts[1]) else {
    return (readable(expected), readable(actual))
  }
  return (texts[0].excerpt(from: start), texts[1].excerpt(from: start))
}

// MARK: - Types

/// Returns a type as it is written: `String?` and `[Int]` instead of `Optional<String>` and `Array<Int>`, also inside
/// other types.
package func readableType(_ type: Any.Type) -> String {
  // The types in the current brackets, and the texts and types outside of them.
  var (types, outer) = ([String](), [(text: String, types: [String])]())
  var text = ""
  var previous: Character = " "
  for character in "\(type)" {
    switch character {
    case "<", "(":
      outer.append((text, types))
      (text, types) = ("", [])
    case ",":
      types.append(text)
      text = ""
    case " " where previous == ",": break
    case ">" where previous != "-", ")":
      guard let (head, others) = outer.popLast() else { return "\(type)" }
      types.append(text)
      text = character == ")" ? "\(head)(\(types.joined(separator: ", ")))" : generic(head, types)
      types = others
    default: text.append(character)
    }
    previous = character
  }
  return text
}

/// Returns a generic type in its shortest spelling.
private func generic(_ head: String, _ arguments: [String]) -> String {
  let name = head.split { " &:".contains($0) }.last ?? ""
  let start = head.dropLast(name.count)
  switch (name, arguments.count) {
  case ("Optional", 1):
    let wrapped = arguments[0]
    let isLong = wrapped.hasPrefix("any ") || wrapped.contains("->") || wrapped.contains(" & ")
    return start + (isLong ? "(\(wrapped))?" : wrapped + "?")
  case ("Array", 1): return "\(start)[\(arguments[0])]"
  case ("Dictionary", 2): return "\(start)[\(arguments[0]): \(arguments[1])]"
  default: return "\(head)<\(arguments.joined(separator: ", "))>"
  }
}

/// Returns the names of the types of two values, with their modules if the names are equal without them.
func readableTypes(_ expected: Any, _ actual: Any) -> (expected: String, actual: String) {
  let (left, right) = (type(of: expected), type(of: actual))
  return "\(left)" == "\(right)"
    ? (String(reflecting: left), String(reflecting: right))
    : (readableType(left), readableType(right))
}

func isClosure(_ value: Any) -> Bool {
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == nil && mirror.children.isEmpty && !(value is Any.Type)
    && String(reflecting: type(of: value)).contains("->")
}

// MARK: - Values

/// Turns values into texts, and stops when the texts become too long.
private struct ValueReader {
  let longest: Int
  private let maxElements: Int
  /// The number of bytes that may still be read.
  private var room: Int

  init(longest: Int) {
    self.longest = longest
    maxElements = max(20, longest / 10)
    room = 4 * longest
  }

  mutating func text(of value: Any?, depth: Int) -> String {
    guard room > 0 else { return "…" }
    let text = freshText(of: value, depth: depth)
    room -= text.utf8.count
    return text
  }

  private mutating func freshText(of value: Any?, depth: Int) -> String {
    guard let value = unwrappingOptionals(value) else { return "nil" }
    switch value {
    case let text as String: return quoted(text, upTo: longest)
    case let text as any StringProtocol: return quoted(String(text), upTo: longest)
    case is Character: return String(reflecting: value)
    case let type as Any.Type: return "\(readableType(type)).self"
    case _ where isClosure(value): return "a closure"
    case _ where depth == 0: return "…"
    default: break
    }

    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection: return "[\(list(mirror, depth))]"
    case .set: return "[\(list(mirror, depth, isSorted: true))]"
    case .dictionary where mirror.children.isEmpty: return "[:]"
    case .dictionary: return "[\(list(mirror, depth, isSorted: true))]"
    case .tuple: return "(\(labeledTexts(of: value, depth)))"
    default: break
    }

    // Test frameworks put spaces into ranges.
    if !(value is any RangeExpression), let text = TestProcess.description(of: value) {
      return oneLine(text)
    }
    switch (value, mirror.displayStyle) {
    // A fake is shown by its name or type, without its properties.
    case (let fake as any Faked, _):
      let name = (fake.instanceId as? FakeInstance)?.name
      return FunctionLabel(instance: name, fake: type(of: value), name: "").owner
    case (let value as any CustomStringConvertible, _): return oneLine(value.description)
    case (let value as any CustomDebugStringConvertible, _):
      return oneLine(value.debugDescription)
    case (_, .struct): return "\(readableType(type(of: value)))(\(labeledTexts(of: value, depth)))"
    case (_, .enum):
      guard let payload = mirror.children.first else { return ".\(value)" }
      let text = text(of: payload.value, depth: depth)
      let isList = Mirror(reflecting: payload.value).displayStyle == .tuple
      return ".\(payload.label ?? "")" + (isList ? text : "(\(text))")
    // A value with its own mirror may not show its type.
    case (_, .class), (_, nil): return readableType(type(of: value))
    default: return oneLine("\(value)")
    }
  }

  /// Returns the first elements as a list, and the number of the others. Sorts elements that have no order. An entry of
  /// a dictionary is a pair.
  private mutating func list(_ mirror: Mirror, _ depth: Int, isSorted: Bool = false) -> String {
    var texts: [String] = []
    var length = 0
    for (_, element) in mirror.children.prefix(maxElements) where room > 0 {
      let isEntry = mirror.displayStyle == .dictionary
      let parts = isEntry ? Mirror(reflecting: element).children.map(\.value) : [element]
      let shown = parts.map { text(of: $0, depth: depth - 1) }.joined(separator: ": ")
      length += shown.utf8.count + 2
      if length > longest, !texts.isEmpty { break }
      texts.append(shown)
    }
    if isSorted { texts.sort() }
    return abridged(texts, to: maxElements, of: mirror.children.count).joined(separator: ", ")
  }

  private mutating func labeledTexts(of value: Any, _ depth: Int) -> String {
    var texts: [String] = []
    for property in storedProperties(of: value) where room > 0 {
      let text = text(of: property.value, depth: depth - 1)
      // Tuple elements without labels are named by their position.
      texts.append(property.name.allSatisfy(\.isNumber) ? text : "\(property.name): \(text)")
    }
    return texts.joined(separator: ", ")
  }

  /// Returns a description with line breaks as they are written in code.
  private func oneLine(_ text: String) -> String {
    shortened(text, to: longest)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\n")
  }
}
