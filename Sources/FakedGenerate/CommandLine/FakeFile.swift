import Foundation

/// A fake and the contents of its file.
package struct FakeFile: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case absent
    case current
    /// Generated and not changed, but its protocol changed.
    case outdated
    /// Changed by hand.
    case changed
    /// Changed by hand, and its protocol changed.
    case changedAndOutdated
    /// Not written by this command.
    case foreign
  }

  package let url: URL
  /// The new contents, with the marker.
  package let wanted: String
  /// The contents of the file.
  package let found: String?
  package let marker: Marker

  package init(url: URL, text: String, for subject: String, found: String?) {
    self.url = url
    self.found = found
    marker = Marker(of: text, for: subject)
    wanted = marker.line + "\n" + text
  }

  /// Returns the text of a file, or `nil` if the file doesn't exist.
  package static func text(at url: URL) throws -> String? {
    FileManager.default.fileExists(atPath: url.path)
      ? try String(contentsOf: url, encoding: .utf8) : nil
  }

  /// Returns a Boolean value that indicates whether a file has code that this command did not write.
  package static func isWrittenByHand(at url: URL) -> Bool {
    guard let text = try? text(at: url) else { return false }
    return !isUntouched(text)
  }

  /// Returns a Boolean value that indicates whether a text is unchanged since this command wrote it.
  package static func isUntouched(_ text: String) -> Bool {
    let (first, rest) = split(text)
    return Marker(line: first).map { $0.checksum == Marker.checksum(of: rest) } ?? false
  }

  private static func split(_ text: String) -> (first: Substring, rest: Substring) {
    // Every run splits all fakes, and searching bytes is fast.
    guard let end = text.utf8.firstIndex(of: 10) else { return (text[...], "") }
    let first = text[..<end]
    return (first.utf8.last == 13 ? first.dropLast() : first, text[text.utf8.index(after: end)...])
  }

  /// Returns the marker in the first line of a text.
  static func marker(of text: String) -> Marker? { Marker(line: split(text).first) }

  /// Returns the text after the marker.
  static func body(of text: String) -> String { String(split(text).rest) }

  /// The full name of another type, if the file is the fake of that type.
  package var otherSubject: String? {
    guard let subject = found.flatMap(FakeFile.marker)?.subject else { return nil }
    return subject == marker.subject ? nil : subject
  }

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

  /// A Boolean value that indicates whether a person has not resolved the conflicts of an update.
  package var hasConflicts: Bool {
    let marks = [FakeMerge.conflictStart, FakeMerge.conflictEnd]
    return found?.split(separator: "\n").contains { line in marks.contains(where: line.hasPrefix) }
      ?? false
  }

  /// Writes the new contents or, if given, a text with parts of them. Creates the folder if needed.
  package func write(_ text: String? = nil) throws {
    let folder = url.deletingLastPathComponent()
    let text = text ?? wanted
    // Foundation flushes each file to the disk, which takes seconds for thousands of files.
    let temporary = "\(folder.path)/.\(url.lastPathComponent)-\(marker.checksum)"
    if writeBytes(of: text, to: temporary), rename(temporary, url.path) == 0 { return }
    unlink(temporary)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  private func writeBytes(of text: String, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    let bytes = Array(text.utf8)
    let isComplete = fwrite(bytes, 1, bytes.count, file) == bytes.count
    return fclose(file) == 0 && isComplete
  }

  /// Returns the difference between the contents and the new ones.
  package func difference(path: String) -> String {
    unifiedDifference(
      from: found ?? "", to: wanted, labels: (path, path + " (as it would be written)"))
  }
}
