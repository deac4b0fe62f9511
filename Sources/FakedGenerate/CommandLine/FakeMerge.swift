import Foundation

/// Merges the changes of a person with the changes of a protocol. Uses Git.
///
/// The common base is in the history: the version of the file with the checksum in the marker.
struct FakeMerge {
  let text: String
  let conflicts: Int

  /// The beginnings of the lines that Git writes before and after a conflict.
  static let conflictStart = "<<<<<<< "
  static let conflictEnd = ">>>>>>> "

  /// Merges a file. `nil` if the history has no base, or if there is no Git.
  init?(of file: FakeFile) {
    guard let found = file.found, let base = Self.base(of: file.url, like: found) else {
      return nil
    }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faked-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let texts = [
      ("yours", FakeFile.body(of: found)), ("base", base), ("new", FakeFile.body(of: file.wanted)),
    ]
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in texts {
        try Data(Self.marked(text).utf8).write(to: folder.appending(path: name))
      }
    } catch { return nil }
    let labels = ["your changes", "the last generated fake", "the protocol now"]
    let result = Self.git(
      ["merge-file", "-p"] + labels.flatMap { ["-L", $0] } + texts.map(\.0), in: folder)
    guard let result, result.status >= 0, result.status < 128 else { return nil }
    text = file.marker.line + "\n" + Self.unmarked(result.output)
    conflicts = Int(result.status)
  }

  private static let mark: Character = "\u{1}"

  /// Returns a text with extra lines around each member. Without them, a change of one member and a new member next to
  /// it would be a conflict.
  private static func marked(_ text: String) -> String {
    var lines: [Substring] = []
    var last = String(mark)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isMember = line.hasPrefix("  ") && !line.dropFirst(2).hasPrefix(" ")
      if isMember || line == "}", !line.hasPrefix("  }") {
        let name = "\(mark)\(line.prefix { !"(:={".contains($0) })"
        lines += ["\(last) ends", "\(name) begins"]
        last = name
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  private static func unmarked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.first != mark }.joined(separator: "\n")
  }

  /// Returns the text that the command wrote before a person changed it.
  private static func base(of url: URL, like found: String) -> String? {
    guard let checksum = FakeFile.marker(of: found)?.checksum else { return nil }
    let folder = url.deletingLastPathComponent()
    let name = url.lastPathComponent
    let log = git(["log", "--format=%H", "--max-count=100", "--", name], in: folder)
    for commit in log?.output.split(separator: "\n") ?? [] {
      guard let text = git(["show", "\(commit):./\(name)"], in: folder)?.output else { continue }
      if FakeFile.isUntouched(text), FakeFile.marker(of: text)?.checksum == checksum {
        return FakeFile.body(of: text)
      }
    }
    return nil
  }

  private static func git(
    _ arguments: [String], in folder: URL
  ) -> (output: String, status: Int32)? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
