import Foundation

/// The first line of a fake, which tells whose fake it is and whether the rest was changed by hand.
///
/// It holds a checksum of the text as it was written. The text differs from it when the file was
/// changed; a new text differs from it when the protocol was.
package struct Marker: Equatable, Sendable {
  /// What is faked, with its module; `nil` in files of older versions.
  package let subject: String?
  package let checksum: String

  private static let middle = ": written by faked-generate, kept when changed. ["
  private static let oldStart =
    "// Written by faked-generate; change it freely, a changed file is kept. ["

  /// The marker for a text.
  package init(of text: some StringProtocol, for subject: String) {
    self.subject = subject
    checksum = Marker.checksum(of: text)
  }

  /// The marker that a line is, or `nil` when it is another line.
  package init?(line: some StringProtocol) {
    guard line.hasPrefix("// "), line.hasSuffix("]") else { return nil }
    if line.hasPrefix(Self.oldStart) {
      subject = nil
      checksum = String(line.dropFirst(Self.oldStart.count).dropLast())
      return
    }
    // From its end, which is short, and without Foundation's search, which is slow.
    guard let bracket = line.lastIndex(of: "["), line[...bracket].hasSuffix(Self.middle) else {
      return nil
    }
    subject = String(line[...bracket].dropFirst(3).dropLast(Self.middle.count))
    checksum = String(line[bracket...].dropFirst().dropLast())
  }

  package var line: String { "// \(subject ?? "")\(Self.middle)\(checksum)]" }

  static func checksum(of text: some StringProtocol) -> String {
    // FNV-1a: the same everywhere and in every run, which `Hasher` is not.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var text = String(text)
    text.withUTF8 { bytes in
      // Raw bytes, as a loop over anything generic is slow in the unoptimized build of a plugin.
      for byte in UnsafeRawBufferPointer(bytes) where byte != UInt8(ascii: "\r") {
        // A checkout with other line endings is not a change by hand.
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
