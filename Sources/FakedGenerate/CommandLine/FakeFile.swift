import Foundation

/// The first line of a fake. It names the protocol and has a checksum of the generated text.
///
/// If a person changed the file, its text has a different checksum. If the protocol changed, the new text has a
/// different checksum.
struct Marker: Equatable, Sendable {
  /// The full name of the protocol.
  let subject: String
  let checksum: String

  private static let middle = ": written by faked-generate, kept when changed. ["

  /// Creates the marker of a text.
  init(of text: some StringProtocol, for subject: String) {
    self.subject = subject
    checksum = Marker.checksum(of: text)
  }

  /// Reads the first line of a file. `nil` if it is not a marker.
  init?(line: some StringProtocol) {
    // The end is short, and Foundation's string search is slow.
    guard line.hasPrefix("// "), line.hasSuffix("]"), let bracket = line.lastIndex(of: "["),
      line[...bracket].hasSuffix(Self.middle)
    else { return nil }
    subject = String(line[...bracket].dropFirst(3).dropLast(Self.middle.count))
    checksum = String(line[bracket...].dropFirst().dropLast())
  }

  var line: String { "// \(subject)\(Self.middle)\(checksum)]" }

  private static func checksum(of text: some StringProtocol) -> String {
    // FNV-1a is the same in every run and on every platform.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var text = String(text)
    text.withUTF8 { bytes in
      // Plugins are debug builds, in which generic loops are slow. A change of line endings doesn't count.
      for byte in UnsafeRawBufferPointer(bytes) where byte != UInt8(ascii: "\r") {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    return String(format: "%016llx", hash)
  }
}

/// The text of a file that may be a generated fake.
struct FakeFile: Sendable {
  let text: String
  /// The first line, if this command wrote the file.
  let marker: Marker?
  /// The text after the first line.
  let body: Substring

  init(_ text: String) {
    self.text = text
    // Every run splits all fakes, and searching bytes is fast.
    let end = text.utf8.firstIndex(of: 10)
    let first = text[..<(end ?? text.endIndex)]
    marker = Marker(line: first.utf8.last == 13 ? first.dropLast() : first)
    body = end.map { text[text.utf8.index(after: $0)...] } ?? ""
  }

  /// Reads a file. `nil` if it doesn't exist.
  init?(at url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    self.init(try String(contentsOf: url, encoding: .utf8))
  }

  /// A Boolean value that indicates whether the text is unchanged since this command wrote it.
  var isUntouched: Bool { marker.map { $0 == Marker(of: body, for: $0.subject) } ?? false }

  /// Writes a text. Creates the folder if needed.
  static func write(_ text: String, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
