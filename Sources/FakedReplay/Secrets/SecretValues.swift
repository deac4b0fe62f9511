import Foundation

/// Values that must not appear in a recording, in whatever form.
package struct SecretValues: Sendable {
  /// The text that replaces a secret.
  package static let mark = "REDACTED"
  /// The length from which a value is removed wherever it appears. Shorter values are parts of other words.
  package static let shortest = 4

  private var values: Set<String> = []
  private var pattern: BytePattern?

  package init(_ values: [String] = []) { add(values) }

  package mutating func add(_ new: [String]) {
    let new = new.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { $0.unicodeScalars.count >= Self.shortest && $0 != Self.mark }
    if values.isSuperset(of: new) { return }
    values.formUnion(new)
    // The longest first, so that nothing remains of a value that contains another.
    let sorted = values.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    let patterns = sorted.flatMap { [EscapedText.pattern($0)] + EscapedText.base64Patterns($0) }
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
  package func isIn(_ bytes: Data) -> Bool { pattern?.matches(bytes) == true }

  /// Returns the bytes without the values.
  package func removed(from bytes: Data) -> Data {
    pattern?.replacing(in: bytes, with: Self.mark) ?? bytes
  }

  /// Returns the text without the values.
  package func removed(from text: String) -> String {
    guard let bytes = pattern?.replacing(in: Data(text.utf8), with: Self.mark) else { return text }
    return String(decoding: bytes, as: UTF8.self)
  }
}
