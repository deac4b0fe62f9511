/// The first line of a fake, which tells whether the rest was changed by hand.
///
/// It holds a checksum of the text as it was written. The text differs from it when the file was
/// changed; a new text differs from it when the protocol was.
package struct Marker: Equatable, Sendable {
  package let checksum: String

  private static let start =
    "// Written by faked-generate; change it freely, a changed file is kept. ["
  private static let end = "]"

  /// The marker for a text.
  package init(of text: some StringProtocol) {
    // FNV-1a: the same everywhere and in every run, which `Hasher` is not.
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      // A checkout with other line endings is not a change by hand.
      byte == UInt8(ascii: "\r") ? hash : (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    checksum = String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The marker that a line is, or `nil` when it is another line.
  package init?(line: some StringProtocol) {
    guard line.hasPrefix(Self.start), line.hasSuffix(Self.end) else { return nil }
    checksum = String(line.dropFirst(Self.start.count).dropLast(Self.end.count))
  }

  package var line: String { Self.start + checksum + Self.end }
}
