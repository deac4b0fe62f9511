import Foundation

/// Runs Git, which compares and merges texts.
enum Git {
  /// Returns the output and the status of a command. `nil` if there is no Git.
  static func run(_ arguments: [String], in folder: URL) -> (output: String, status: Int32)? {
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

  /// Runs a command in a folder that contains only these files.
  static func run(
    _ arguments: [String], with files: KeyValuePairs<String, String>
  ) -> (output: String, status: Int32)? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faked-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in files {
        try Data(text.utf8).write(to: folder.appending(path: name))
      }
    } catch { return nil }
    return run(arguments, in: folder)
  }

  /// Returns the difference between two texts, in the format of `diff -u`, with labels instead of names. Empty if there
  /// is none.
  static func difference(
    from old: String, to new: String, labels: (old: String, new: String)
  ) -> String {
    let options = ["--no-index", "--no-color", "--no-ext-diff", "--unified=3"]
    guard let result = run(["diff"] + options + ["old", "new"], with: ["old": old, "new": new]),
      result.status < 2
    else { return "Install Git to see the difference." }
    guard let start = result.output.range(of: "\n@@ ") else { return "" }
    return "--- \(labels.old)\n+++ \(labels.new)" + result.output[start.lowerBound...]
  }
}

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
    let texts: KeyValuePairs = [
      "yours": Self.marked(FakeFile.body(of: found)), "base": Self.marked(base),
      "new": Self.marked(FakeFile.body(of: file.wanted)),
    ]
    let labels = ["your changes", "the last generated fake", "the protocol now"]
    let result = Git.run(
      ["merge-file", "-p"] + labels.flatMap { ["-L", $0] } + texts.map(\.key), with: texts)
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
    let log = Git.run(["log", "--format=%H", "--max-count=100", "--", name], in: folder)
    for commit in log?.output.split(separator: "\n") ?? [] {
      guard let text = Git.run(["show", "\(commit):./\(name)"], in: folder)?.output else {
        continue
      }
      if FakeFile.isUntouched(text), FakeFile.marker(of: text)?.checksum == checksum {
        return FakeFile.body(of: text)
      }
    }
    return nil
  }
}
