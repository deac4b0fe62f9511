import Foundation

/// Runs Git, which compares and merges texts.
enum Git {
  /// Returns the output and the status of a command. `nil` if there is no Git.
  private static func run(
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

  /// Runs a command in a folder that contains only these files.
  private static func run(
    _ arguments: [String], with files: KeyValuePairs<String, String>
  ) -> (output: String, status: Int32)? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faked-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      for (name, text) in files { try FakeFile.write(text, to: folder.appending(path: name)) }
    } catch { return nil }
    return run(arguments + files.map(\.key), in: folder)
  }

  /// Returns the difference between two texts, in the format of `diff -u`, with labels instead of names. Empty if there
  /// is none.
  static func difference(
    from old: String, to new: String, labels: (old: String, new: String)
  ) -> String {
    let command = ["diff", "--no-index", "--no-color", "--no-ext-diff", "--unified=3"]
    guard let result = run(command, with: ["old": old, "new": new]), result.status < 2
    else { return "Install Git to see the difference." }
    guard let start = result.output.range(of: "\n@@ ") else { return "" }
    return "--- \(labels.old)\n+++ \(labels.new)" + result.output[start.lowerBound...]
  }

  /// Returns the text with a checksum that the history of a file contains, without its first line.
  static func base(of url: URL, checksum: String?) -> String? {
    let (folder, name) = (url.deletingLastPathComponent(), url.lastPathComponent)
    let log = run(["log", "--format=%H", "--max-count=100", "--", name], in: folder)
    for commit in log?.output.split(separator: "\n") ?? [] {
      guard let text = run(["show", "\(commit):./\(name)"], in: folder)?.output else { continue }
      let file = FakeFile(text)
      if file.isUntouched, file.marker?.checksum == checksum { return String(file.body) }
    }
    return nil
  }

  /// Merges two texts that were made from the same one. `nil` if there is no Git.
  static func merge(
    _ yours: String, base: String, with new: String
  ) -> (text: String, conflicts: Int)? {
    let labels = ["your changes", "the last generated fake", "the protocol now"]
    let result = run(
      ["merge-file", "-p"] + labels.flatMap { ["-L", $0] },
      with: ["yours": marked(yours), "base": marked(base), "new": marked(new)])
    guard let result, (0..<128).contains(result.status) else { return nil }
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.filter { $0.first != mark }.joined(separator: "\n"), Int(result.status))
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
}
