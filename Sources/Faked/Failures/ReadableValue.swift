/// Returns a value as messages show it: strings quoted, structs and enums as they are written in code, in one line,
/// with the middle of long values left out.
///
/// Objects are named but never read, because another thread may be changing them. Runs the `description` of the value.
/// The cost is limited to that of a page of text.
package func readable(_ value: Any?) -> String { readable(value, upTo: longestText) }

/// Returns a value as a transcript shows it, up to a page of text.
func readableAtLength(_ value: Any?) -> String { readable(value, upTo: 2_000) }

private func readable(_ value: Any?, upTo longest: Int) -> String {
  var reader = ValueReader(longest: longest)
  return shortened(reader.text(of: value, depth: 4), to: longest + lengthOfLength)
}

/// Returns the texts of two values that differ. Long texts begin shortly before the first difference.
func readablePair(_ expected: Any, _ actual: Any) -> (expected: String, actual: String) {
  if let left = expected as? String, let right = actual as? String {
    let start = startOfDifference(left, right)
    return (quoted(left, from: start), quoted(right, from: start))
  }
  var (leftReader, rightReader) = (ValueReader(longest: 10_000), ValueReader(longest: 10_000))
  let left = leftReader.text(of: expected, depth: 4)
  let right = rightReader.text(of: actual, depth: 4)
  let start = startOfDifference(left, right)
  guard start > 0 else { return (readable(expected), readable(actual)) }
  func text(_ text: String, of value: Any) -> String {
    shortened("…" + text.bytes(from: start)) + (elementCount(of: value) ?? "")
  }
  return (text(left, of: expected), text(right, of: actual))
}

/// Returns the number of elements of a collection, as it follows a text that shows only some of them.
private func elementCount(of value: Any) -> String? {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .collection, .set, .dictionary: return " (\(plural(mirror.children.count, "element")))"
  default: return nil
  }
}

/// Returns the names of the types of two values, with their modules if the names are equal without them.
func readableTypes(_ expected: Any, _ actual: Any) -> (expected: String, actual: String) {
  let (left, right) = (type(of: expected), type(of: actual))
  return "\(left)" == "\(right)"
    ? (String(reflecting: left), String(reflecting: right))
    : (readableType(left), readableType(right))
}

/// Returns a noun with its article: `a User`, `an Event`.
package func withArticle(_ noun: String) -> String {
  "AEIOaeio".contains(noun.first ?? " ") ? "an \(noun)" : "a \(noun)"
}

/// Returns a text without its middle if it is too long.
func shortened(_ text: String, to longest: Int = 120) -> String {
  // Counting bytes first avoids counting the characters of most texts.
  if text.utf8.count <= longest { return text }
  if text.utf8.count <= 4 * longest, text.count <= longest { return text }
  let head = longest * headLength / longestText
  return text.start(head) + "…" + text.end(longest - head - 1)
}

/// Returns a number with a noun in the singular or plural: `1 call`, `2 calls`.
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
/// Room for ` (1000000 characters)`.
private let lengthOfLength = 24

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
    if let text = value as? String { return quoted(text, upTo: longest) }
    if let text = value as? any StringProtocol { return quoted(String(text), upTo: longest) }
    if value is Character { return String(reflecting: value) }
    if let type = value as? Any.Type { return "\(readableType(type)).self" }
    if isClosure(value) { return "a closure" }
    if depth == 0 { return "…" }

    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection: return "[\(list(mirror.children.lazy.map(\.value), depth))]"
    case .set: return "[\(list(mirror.children.lazy.map(\.value), depth, isSorted: true))]"
    case .dictionary:
      let entries = list(mirror.children.lazy.map(\.value), depth + 1, isSorted: true)
      return entries.isEmpty ? "[:]" : "[\(entries)]"
    case .tuple: return "(\(labeledTexts(of: value, depth)))"
    default: break
    }

    if let text = TestDescription.text(of: value) { return oneLine(text) }
    // A fake is shown by its name or type, without its properties.
    if let fake = value as? any Faked {
      let name = (fake.instanceId as? FakeInstance)?.name
      return FunctionLabel(instance: name, fake: type(of: value), name: "").owner
    }
    if let value = value as? any CustomStringConvertible { return oneLine(value.description) }
    if let value = value as? any CustomDebugStringConvertible {
      return oneLine(value.debugDescription)
    }
    switch mirror.displayStyle {
    case .struct:
      return "\(readableType(type(of: value)))(\(labeledTexts(of: value, depth)))"
    case .enum:
      guard let payload = mirror.children.first else { return ".\(value)" }
      let text = text(of: payload.value, depth: depth)
      let isList = Mirror(reflecting: payload.value).displayStyle == .tuple
      return ".\(payload.label ?? "")" + (isList ? text : "(\(text))")
    // A value with its own mirror may not show its type.
    case .class, nil: return readableType(type(of: value))
    default: return oneLine("\(value)")
    }
  }

  /// Returns the first elements as a list, and the number of the others. An entry of a dictionary is a pair.
  private mutating func list(
    _ elements: some Collection<Any>, _ depth: Int, isSorted: Bool = false
  ) -> String {
    var texts: [String] = []
    var length = 0
    for element in elements.prefix(maxElements) where room > 0 {
      let isEntry = isSorted && Mirror(reflecting: element).displayStyle == .tuple
      let parts = isEntry ? Mirror(reflecting: element).children.map(\.value) : [element]
      let shown = parts.map { text(of: $0, depth: depth - (isEntry ? 2 : 1)) }
        .joined(separator: ": ")
      length += shown.utf8.count + 2
      if length > longest, !texts.isEmpty { break }
      texts.append(shown)
    }
    if isSorted { texts.sort() }
    return abridged(texts, of: elements.count).joined(separator: ", ")
  }

  private mutating func labeledTexts(of value: Any, _ depth: Int) -> String {
    var texts: [String] = []
    for property in storedProperties(of: value) {
      let text = text(of: property.value, depth: depth - 1)
      // Tuple elements without labels are named by their position.
      texts.append(
        property.name.allSatisfy(\.isNumber) ? text : "\(property.name): \(text)")
      if room <= 0 { break }
    }
    return texts.joined(separator: ", ")
  }

  /// Returns a description with line breaks as they are written in code.
  private func oneLine(_ text: String) -> String {
    let text = shortened(text, to: longest)
    guard text.contains(where: \.isNewline) else { return text }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .joined(separator: "\\n")
  }
}

/// Returns a string as it is written in code. If it is long, the middle is left out and the length added.
private func quoted(_ text: String, upTo longest: Int) -> String {
  guard text.isLonger(than: longest) else { return String(reflecting: text) }
  let head = longest * headLength / longestText
  return "\"\(escaped(text.start(head)))…\(escaped(text.end(longest - head)))\" \(length(of: text))"
}

/// Returns a string as it is written in code, from a byte on. 0 means the whole string.
private func quoted(_ text: String, from start: Int) -> String {
  guard start > 0 else { return quoted(text, upTo: longestText) }
  let rest = text.bytes(from: start)
  let shown = rest.isLonger(than: longestText) ? rest.start(longestText) + "…" : rest
  return "\"…\(escaped(shown))\" \(length(of: text))"
}

private func escaped(_ text: String) -> String {
  String(String(reflecting: text).dropFirst().dropLast())
}

private func length(of text: String) -> String {
  let bytes = text.utf8.count
  return bytes > 100_000 ? "(\(bytes) bytes)" : "(\(plural(text.count, "character")))"
}

/// Returns the byte from which two long texts are shown, shortly before they differ, or 0 for short texts.
private func startOfDifference(_ left: String, _ right: String) -> Int {
  guard left.isLonger(than: longestText) || right.isLonger(than: longestText) else { return 0 }
  let (left, right) = (left.utf8, right.utf8)
  var shared = 0
  let chunk = 4_096
  // Compares chunks: comparing each byte would take a second for some megabytes.
  while let one = left.piece(from: shared, chunk), let other = right.piece(from: shared, chunk),
    one == other
  { shared += chunk }
  let rest = zip(left.dropFirst(shared), right.dropFirst(shared)).prefix { $0 == $1 }.count
  shared += rest
  return shared < headLength ? 0 : shared - contextLength
}

extension String.UTF8View {
  /// Returns a number of bytes from a position, or `nil` if there are fewer.
  fileprivate func piece(from start: Int, _ count: Int) -> Substring? {
    guard start + count <= self.count else { return nil }
    let first = index(startIndex, offsetBy: start)
    return Substring(self[first..<index(first, offsetBy: count)])
  }
}

extension String {
  /// Returns a Boolean value that indicates whether the text has more characters than a limit. Never counts the
  /// characters of a very long text.
  fileprivate func isLonger(than longest: Int) -> Bool {
    utf8.count > longest && (utf8.count > 4 * longest || count > longest)
  }

  /// Returns the first characters. A character of very many scalars is cut, too.
  fileprivate func start(_ count: Int) -> String {
    String(String(String.UnicodeScalarView(unicodeScalars.prefix(4 * count))).prefix(count))
  }

  /// Returns the last characters.
  fileprivate func end(_ count: Int) -> String {
    String(String(String.UnicodeScalarView(unicodeScalars.suffix(4 * count))).suffix(count))
  }

  /// Returns the text from a byte on, up to 480 scalars.
  fileprivate func bytes(from start: Int) -> String {
    let place = utf8.index(startIndex, offsetBy: start)
    return String(String.UnicodeScalarView(unicodeScalars[place...].prefix(4 * longestText)))
  }
}
