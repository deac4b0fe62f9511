import Foundation

/// A fake as it should stand in a file, and what stands there.
package struct FakeFile: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case absent
    case current
    /// Written by this command, untouched, and for the protocol as it was.
    case outdated
    /// Changed by hand, and the protocol is as it was.
    case changed
    /// Changed by hand, and the protocol has changed as well.
    case changedAndOutdated
    /// Not of this command.
    case foreign
  }

  package let url: URL
  /// What the file should hold, the marker line included.
  package let wanted: String
  /// What it holds.
  package let found: String?
  package let marker: Marker

  package init(url: URL, text: String, for subject: String, found: String?) {
    self.url = url
    self.found = found
    marker = Marker(of: text, for: subject)
    wanted = marker.line + "\n" + text
  }

  /// The text of a file, or `nil` where there is none; throws when it cannot be read.
  package static func text(at url: URL) throws -> String? {
    FileManager.default.fileExists(atPath: url.path)
      ? try String(contentsOf: url, encoding: .utf8) : nil
  }

  /// Whether there is a file that this command did not write, or that was changed since.
  package static func isWrittenByHand(at url: URL) -> Bool {
    guard let text = try? text(at: url) else { return false }
    return !isUntouched(text)
  }

  /// Whether it is as this command wrote it.
  package static func isUntouched(_ text: String) -> Bool {
    let (first, rest) = split(text)
    return Marker(line: first).map { $0.checksum == Marker.checksum(of: rest) } ?? false
  }

  private static func split(_ text: String) -> (first: Substring, rest: Substring) {
    // By bytes, as every run does this with all fakes.
    guard let end = text.utf8.firstIndex(of: 10) else { return (text[...], "") }
    let first = text[..<end]
    return (first.utf8.last == 13 ? first.dropLast() : first, text[text.utf8.index(after: end)...])
  }

  /// What its first line says of it.
  static func marker(of text: String) -> Marker? { Marker(line: split(text).first) }

  package var state: State {
    guard let found else { return .absent }
    let (first, rest) = FakeFile.split(found)
    guard let old = Marker(line: first) else { return .foreign }
    let isUntouched = Marker.checksum(of: rest) == old.checksum
    switch (isUntouched, old.checksum == marker.checksum) {
    case (true, true): return .current
    case (true, false): return .outdated
    case (false, true): return .changed
    case (false, false): return .changedAndOutdated
    }
  }

  /// Writes it, and makes the folder where there is none; other readers see all of it or nothing.
  package func write() throws {
    let folder = url.deletingLastPathComponent()
    // Foundation's ways to write wait for the disk, which takes seconds for thousands of files.
    let temporary = "\(folder.path)/.\(url.lastPathComponent)-\(marker.checksum)"
    if put(into: temporary), rename(temporary, url.path) == 0 { return }
    unlink(temporary)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(wanted.utf8).write(to: url, options: .atomic)
  }

  private func put(into path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    let bytes = Array(wanted.utf8)
    let isWhole = fwrite(bytes, 1, bytes.count, file) == bytes.count
    return fclose(file) == 0 && isWhole
  }

  /// How what is there would change.
  package func difference(path: String) -> String {
    unifiedDifference(
      from: found ?? "", to: wanted, labels: (path, path + " (as it would be written)"))
  }
}
