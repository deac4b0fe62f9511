import Foundation

/// Values that must not appear in a recording, in whatever form.
package struct SecretValues: Sendable {
  /// The text that replaces a secret.
  package static let mark = "REDACTED"
  /// The length from which a value is removed wherever it appears. Shorter values are parts of other words.
  package static let shortest = 4

  private var values: Set<String> = []
  private var texts = SecretTrie()
  private var base64 = SecretTrie(isBase64: true)

  package init(_ values: [String] = []) { add(values) }

  package mutating func add(_ new: [String]) {
    let new = new.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { $0.unicodeScalars.count >= Self.shortest && $0 != Self.mark }
    for value in new where values.insert(value).inserted {
      texts.insert(value.utf8)
      insertBase64(of: value)
    }
  }

  /// Adds the base64 of a value, which may stand between other bytes: one text for each of the three positions at
  /// which it can begin in a group of three bytes.
  private mutating func insertBase64(of value: String) {
    for offset in 0...2 {
      let bytes = Data(count: offset) + Data(value.utf8)
      // The characters at both ends depend on the bytes beside the value, too.
      let (first, end) = ((offset * 8 + 5) / 6, bytes.count * 8 / 6)
      if end - first < 5 { continue }
      base64.insert(
        bytes.base64EncodedString().utf8.dropFirst(first).prefix(end - first),
        hasTail: bytes.count % 3 != 0)
    }
  }

  package func adding(_ new: [String]) -> SecretValues {
    var values = self
    values.add(new)
    return values
  }

  /// Returns a Boolean value that indicates whether a whole text is one of the values.
  package func contains(_ text: String) -> Bool { values.contains(text) }

  /// Returns a Boolean value that indicates whether one of the values is somewhere in the bytes.
  package func isIn(_ bytes: Data) -> Bool { !firstMatches(in: bytes, limit: 1).isEmpty }

  /// Returns the bytes without the values.
  package func removed(from bytes: Data) -> Data {
    let matches = firstMatches(in: bytes, limit: .max)
    if matches.isEmpty { return bytes }
    var (result, end) = (Data(), 0)
    for match in matches {
      result += bytes.dropFirst(end).prefix(match.lowerBound - end) + Data(Self.mark.utf8)
      end = match.upperBound
    }
    return result + bytes.dropFirst(end)
  }

  /// Returns the ranges of the first values. Values that overlap share a range.
  private func firstMatches(in bytes: Data, limit: Int) -> [Range<Int>] {
    if values.isEmpty { return [] }
    return bytes.withUnsafeBytes { bytes in
      let body = EscapedBytes(bytes)
      var matches: [Range<Int>] = []
      for position in 0..<body.count {
        let ends = [texts.end(in: body, from: position), base64.end(in: body, from: position)]
        guard let end = ends.compactMap({ $0 }).max() else { continue }
        if let last = matches.last, position < last.upperBound {
          matches[matches.count - 1] = last.lowerBound..<max(last.upperBound, end)
        } else {
          matches.append(position..<end)
          if matches.count == limit { break }
        }
      }
      return matches
    }
  }

  /// Returns the text without the values.
  package func removed(from text: String) -> String {
    String(decoding: removed(from: Data(text.utf8)), as: UTF8.self)
  }
}
