// Strings in messages, with the middle of long ones left out.
let longestText = 120
let headLength = 70
let contextLength = 20
/// Room for ` (1000000 characters)`.
let lengthOfLength = 24

/// Returns a string as it is written in code. If it is long, the middle is left out and the length added.
func quoted(_ text: String, upTo longest: Int) -> String {
  guard text.isLonger(than: longest) else { return visible(String(reflecting: text)) }
  let head = longest * headLength / longestText
  return "\"\(escaped(text.start(head)))…\(escaped(text.end(longest - head)))\" \(length(of: text))"
}

/// Returns a string as it is written in code, starting at a byte. 0 means the whole string.
func quoted(_ text: String, from start: Int) -> String {
  guard start > 0 else { return quoted(text, upTo: longestText) }
  let rest = text.bytes(from: start)
  let shown = rest.isLonger(than: longestText) ? rest.start(longestText) + "…" : rest
  return "\"…\(escaped(shown))\" \(length(of: text))"
}

private func escaped(_ text: String) -> String {
  visible(String(String(reflecting: text).dropFirst().dropLast()))
}

/// Returns a text with an escape for each scalar that can't be seen, such as a no-break space. Emoji stay as they are.
private func visible(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
  return text.reduce(into: "") { result, character in
    let scalars = character.unicodeScalars
    if scalars.count > 1, scalars.first?.properties.isEmoji == true {
      return result.append(character)
    }
    for scalar in scalars {
      if scalar.isInvisible {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
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

private func length(of text: String) -> String {
  let bytes = text.utf8.count
  return bytes > 100_000 ? "(\(bytes) bytes)" : "(\(plural(text.count, "character")))"
}

/// Returns the byte at which to start showing two long texts, shortly before they differ, or 0 for short texts.
func startOfDifference(_ left: String, _ right: String) -> Int {
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

  /// Returns the first characters. Truncates a character that consists of very many scalars.
  func start(_ count: Int) -> String {
    String(String(String.UnicodeScalarView(unicodeScalars.prefix(4 * count))).prefix(count))
  }

  /// Returns the last characters.
  func end(_ count: Int) -> String {
    String(String(String.UnicodeScalarView(unicodeScalars.suffix(4 * count))).suffix(count))
  }

  /// Returns at most 480 scalars of the text, starting at a byte.
  func bytes(from start: Int) -> String {
    let index = utf8.index(startIndex, offsetBy: start)
    return String(String.UnicodeScalarView(unicodeScalars[index...].prefix(4 * longestText)))
  }
}
