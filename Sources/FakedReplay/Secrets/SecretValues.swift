import Foundation

/// Values that must not appear in a recording in any form.
package struct SecretValues: Sendable {
  /// The text that replaces a secret.
  package static let mark = "REDACTED"
  /// The minimum length of a value. Shorter values are often parts of other words.
  package static let shortest = 4

  /// The bytes of the values. As texts, two Unicode spellings of one value would be equal.
  private var values: Set<[UInt8]> = []
  private var texts = SecretTrie()
  private var base64 = SecretTrie(isBase64: true)

  package init(_ values: [String] = []) { add(values) }

  package mutating func add(_ new: [String]) {
    let new = new.map(Self.trimmed)
    for value in new.filter({ Self.isLongEnough($0) && $0 != Self.mark })
    where values.insert(Array(value.utf8)).inserted {
      insert(value.utf8)
      insertUTF16(of: value)
      insertBase64(of: value)
    }
  }

  /// Returns a Boolean value that indicates whether a value has the minimum length, without the space around it.
  package static func isLongEnough(_ value: String) -> Bool {
    trimmed(value).unicodeScalars.count >= shortest
  }

  private static func trimmed(_ value: String) -> String {
    value.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private mutating func insert(_ text: some Sequence<UInt8>) {
    // Zeros are skipped in bodies.
    let bytes = text.filter { $0 != 0 }
    if bytes.count >= Self.shortest { texts.insert(bytes) }
  }

  /// Adds the forms of a value in UTF-16 and in Latin-1. They differ from UTF-8 if the value is not ASCII.
  private mutating func insertUTF16(of value: String) {
    if value.utf8.allSatisfy({ $0 < 0x80 }) { return }
    insert(value.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    insert(value.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
  }

  /// Adds the base64 of a value that may be between other bytes: one text for each of the three positions at which
  /// it can begin in a group of three bytes.
  private mutating func insertBase64(of value: String) {
    for offset in 0...2 {
      let count = offset + value.utf8.count
      // The characters at both ends also have bits of the bytes next to the value.
      let (first, end) = ((offset * 8 + 5) / 6, count * 8 / 6)
      if end - first >= Self.shortestBase64 {
        insertBase64(of: value, after: Data(count: offset), first..<end)
      } else {
        // Only four bytes at the second position are this short. The character before has two bits of another byte.
        for byte in UInt8(0)..<4 { insertBase64(of: value, after: Data([byte]), 1..<end) }
      }
    }
  }

  /// The minimum length of a text in base64. Images contain shorter texts by chance.
  private static let shortestBase64 = 5

  private mutating func insertBase64(
    of value: String, after bytes: Data, _ characters: Range<Int>
  ) {
    let bytes = bytes + Data(value.utf8)
    base64.insert(
      bytes.base64EncodedString().utf8.dropFirst(characters.lowerBound).prefix(characters.count),
      hasTail: bytes.count % 3 != 0)
  }

  package func adding(_ new: [String]) -> SecretValues {
    var values = self
    values.add(new)
    return values
  }

  /// Returns a Boolean value that indicates whether a whole text is one of the values.
  package func contains(_ text: String) -> Bool { values.contains(Array(text.utf8)) }

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
        let text = texts.end(in: body, from: position)
        let encoded = base64.end(in: body, from: position)
        guard let end = text.map({ max($0, encoded ?? 0) }) ?? encoded else { continue }
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
