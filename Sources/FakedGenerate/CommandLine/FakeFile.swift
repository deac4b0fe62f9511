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
  /// Returns a Boolean value that indicates whether this command wrote the text, even if a person changed it.
  static func isGenerated(_ text: String) -> Bool { marker(of: text) != nil }

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
    let data = Data((text ?? wanted).utf8)
    do { try data.write(to: url) } catch {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
    }
  }

  /// Returns the difference between the contents and the new ones.
  package func difference(path: String) -> String {
    Git.difference(
      from: found ?? "", to: wanted, labels: (path, path + " (as it would be written)"))
  }
}

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

/// Finds the folders for fakes.
package struct OutputFolder: Sendable {
  /// The folder to which paths are relative.
  package let base: URL
  /// A Boolean value that indicates whether folders outside the base are errors.
  package let staysInside: Bool
  private let prefix: String

  package init(base: URL, staysInside: Bool) {
    self.base = URL(filePath: base.path, directoryHint: .isDirectory)
    self.staysInside = staysInside
    let root = self.base.standardizedFileURL.path
    prefix = root.hasSuffix("/") ? root : root + "/"
  }

  /// Returns the folder that an option names.
  ///
  /// - Throws: A `ChoiceError` if the folder cannot be used.
  package func folder(named path: String) throws(ChoiceError) -> URL {
    let folder = URL(filePath: path, relativeTo: base).standardizedFileURL
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      !isFolder.boolValue
    {
      throw .isFile(path)
    }
    if staysInside, !isInside(folder) { throw .outside(path, package: base.path) }
    return folder
  }

  /// Returns a path, relative to the base if it is inside.
  package func shown(_ url: URL) -> String {
    let path = url.standardizedFileURL.path
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private func isInside(_ folder: URL) -> Bool {
    let (parts, root) = (folder.pathComponents, base.standardizedFileURL.pathComponents)
    return parts.starts(with: root)
  }
}
