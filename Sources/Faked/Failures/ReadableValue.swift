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

/// Returns a number of at least 0 with a comma between groups of three digits: `100,000`.
package func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  return digits.indices.reduce(into: "") { text, index in
    if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
    text.append(digits[index])
  }
}

func isClosure(_ value: Any) -> Bool {
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == nil && mirror.children.isEmpty && !(value is Any.Type)
    && String(reflecting: type(of: value)).contains("->")
}
