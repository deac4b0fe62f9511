import Foundation

/// The first line of a fake. It names the protocol and has a checksum of the generated text.
///
/// If a person changed the file, its text has a different checksum. If the protocol changed, the new text has a
/// different checksum.
package struct Marker: Equatable, Sendable {
  /// The full name of the protocol.
  package let subject: String
  package let checksum: String

  private static let middle = ": written by faked-generate, kept when changed. ["

  /// Creates the marker of a text.
  package init(of text: some StringProtocol, for subject: String) {
    self.subject = subject
    checksum = Marker.checksum(of: text)
  }

  /// Reads a line. `nil` if it is not a marker.
  package init?(line: some StringProtocol) {
    guard line.hasPrefix("// "), line.hasSuffix("]") else { return nil }
    // The end is short, and Foundation's string search is slow.
    guard let bracket = line.lastIndex(of: "["), line[...bracket].hasSuffix(Self.middle) else {
      return nil
    }
    subject = String(line[...bracket].dropFirst(3).dropLast(Self.middle.count))
    checksum = String(line[bracket...].dropFirst().dropLast())
  }

  package var line: String { "// \(subject)\(Self.middle)\(checksum)]" }

  static func checksum(of text: some StringProtocol) -> String {
    // FNV-1a is the same in every run and on every platform.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var text = String(text)
    text.withUTF8 { bytes in
      // Plugins are debug builds, in which generic loops are slow.
      for byte in UnsafeRawBufferPointer(bytes) where byte != UInt8(ascii: "\r") {
        // A change of line endings doesn't count.
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
