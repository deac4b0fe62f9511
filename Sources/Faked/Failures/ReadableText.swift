/// Returns a text without its middle if it is too long.
func shortened(_ text: String, to longest: Int = 120) -> String {
  guard text.isLonger(than: longest) else { return text }
  let head = longest * 7 / 12
  return text.start(head) + "…" + text.end(longest - head - 1)
}

/// Returns a string as it is written in code. If it is long, the middle is left out and the length added.
func quoted(_ text: String, upTo longest: Int = 120) -> String {
  guard text.isLonger(than: longest) else { return visible(String(reflecting: text)) }
  return "\"\(escaped(shortened(text, to: longest + 1)))\" \(length(of: text))"
}

/// Returns two strings as they are written in code. Long ones begin shortly before the first difference.
func quotedPair(_ left: String, _ right: String) -> (String, String) {
  guard let start = startOfDifference(left, right) else { return (quoted(left), quoted(right)) }
  func shown(_ text: String) -> String {
    "\"\(escaped(text.excerpt(from: start)))\" \(length(of: text))"
  }
  return (shown(left), shown(right))
}

private func length(of text: String) -> String {
  let bytes = text.utf8.count
  return bytes > 100_000 ? "(\(bytes) bytes)" : "(\(plural(text.count, "character")))"
}

private func escaped(_ text: String) -> String {
  visible(String(String(reflecting: text).dropFirst().dropLast()))
}

/// Returns a text with an escape for each scalar that can't be seen, such as a no-break space. Emoji stay as they are.
private func visible(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
  return text.map { character in
    let scalars = character.unicodeScalars
    if scalars.count > 1, scalars.first?.properties.isEmoji == true { return String(character) }
    return scalars.map { scalar in
      scalar.isInvisible
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }.joined()
  }.joined()
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the scalar is not ASCII and shows nothing or only space.
  fileprivate var isInvisible: Bool {
    guard value >= 0x80 else { return false }
    return switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .format, .control: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

/// Returns the byte at which to start showing two long texts, shortly before they differ. `nil` if they are short, or
/// differ at their start.
func startOfDifference(_ left: String, _ right: String) -> Int? {
  guard left.isLonger(than: 120) || right.isLonger(than: 120) else { return nil }
  var (rest, otherRest) = (left.utf8[...], right.utf8[...])
  // Compares chunks: comparing each byte would take a second for some megabytes.
  let chunk = 4_096
  while rest.count >= chunk, otherRest.count >= chunk,
    Substring(rest.prefix(chunk)) == Substring(otherRest.prefix(chunk))
  {
    (rest, otherRest) = (rest.dropFirst(chunk), otherRest.dropFirst(chunk))
  }
  let shared =
    left.utf8.count - rest.count + zip(rest, otherRest).prefix { $0 == $1 }.count
  return shared < 70 ? nil : shared - 20
}

extension String {
  /// Returns a Boolean value that indicates whether the text has more characters than a limit. Never counts the
  /// characters of a very long text.
  fileprivate func isLonger(than longest: Int) -> Bool {
    utf8.count > longest && (utf8.count > 4 * longest || count > longest)
  }

  /// Returns the first characters. Truncates a character that consists of very many scalars.
  fileprivate func start(_ count: Int) -> String {
    String(String(String.UnicodeScalarView(unicodeScalars.prefix(4 * count))).prefix(count))
  }

  fileprivate func end(_ count: Int) -> String {
    String(String(String.UnicodeScalarView(unicodeScalars.suffix(4 * count))).suffix(count))
  }

  /// Returns some characters, starting at a byte, between ellipses.
  func excerpt(from start: Int) -> String {
    let rest = unicodeScalars[utf8.index(startIndex, offsetBy: start)...].prefix(480)
    let text = String(String.UnicodeScalarView(rest))
    return "…" + (text.isLonger(than: 120) ? text.start(120) + "…" : text)
  }
}

// MARK: - Words and numbers

/// Returns a number with a noun in the singular or plural: `1 call`, `2 calls`.
package func plural(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}

extension Duration {
  /// The duration in microseconds below a millisecond, in milliseconds below a second, and otherwise in seconds with at
  /// most one decimal place. Further digits are dropped.
  package var formattedShort: String {
    // `components` traps for a longer duration.
    let longest = Duration.seconds(Int64.max)
    let (seconds, attoseconds) = min(max(self, .zero - longest), longest).components
    let tenths = abs(attoseconds / 100_000_000_000_000_000)
    if seconds != 0 { return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s" }
    let microseconds = attoseconds / 1_000_000_000_000
    return abs(microseconds) < 1_000 ? "\(microseconds) µs" : "\(microseconds / 1_000) ms"
  }
}
