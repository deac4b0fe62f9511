import Foundation

/// Values that must not appear in a recording, in whatever form.
package struct SecretValues: Sendable {
  /// The text that replaces a secret.
  package static let mark = "REDACTED"
  /// The length from which a value is removed wherever it appears. Shorter values are parts of other words.
  package static let shortest = 4

  private var values: Set<String> = []
  /// Finds the short values.
  private var pattern: BytePattern?
  /// Find the long values, longest first.
  private var longPatterns: [(length: Int, pattern: BytePattern)] = []

  package init(_ values: [String] = []) { add(values) }

  package mutating func add(_ new: [String]) {
    let new = new.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { $0.unicodeScalars.count >= Self.shortest && $0 != Self.mark }
    let unknown = Set(new).subtracting(values)
    if unknown.isEmpty { return }
    values.formUnion(unknown)
    // The longest first, so that nothing remains of a value that contains another.
    func isLong(_ value: String) -> Bool { value.unicodeScalars.count > EscapedText.mostInPiece }
    for value in unknown where isLong(value) {
      let pieces = [EscapedText.pieces(value)] + EscapedText.base64Pieces(value)
      longPatterns += pieces.compactMap { BytePattern($0) }.map { (value.utf8.count, $0) }
    }
    longPatterns.sort { $0.length > $1.length }
    if unknown.allSatisfy(isLong) { return }
    let short = values.filter { !isLong($0) }
      .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    let patterns = short.flatMap { value in
      [EscapedText.pattern(value)] + EscapedText.base64Pieces(value).map { $0.joined() }
    }
    pattern = BytePattern(patterns.joined(separator: "|"))
  }

  package func adding(_ new: [String]) -> SecretValues {
    var values = self
    values.add(new)
    return values
  }

  /// Returns a Boolean value that indicates whether a whole text is one of the values.
  package func contains(_ text: String) -> Bool { values.contains(text) }

  /// Returns a Boolean value that indicates whether one of the values is somewhere in the bytes.
  package func isIn(_ bytes: Data) -> Bool {
    pattern?.matches(bytes) == true || longPatterns.contains { $0.pattern.matches(bytes) }
  }

  /// Returns the bytes without the values.
  package func removed(from bytes: Data) -> Data {
    var bytes = bytes
    for (_, long) in longPatterns { bytes = long.replacing(in: bytes, with: Self.mark) ?? bytes }
    return pattern?.replacing(in: bytes, with: Self.mark) ?? bytes
  }

  /// Returns the text without the values.
  package func removed(from text: String) -> String {
    String(decoding: removed(from: Data(text.utf8)), as: UTF8.self)
  }
}
