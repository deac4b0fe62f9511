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

  /// Reads what is there; throws when it cannot be read.
  package init(url: URL, text: String) throws {
    let found: String? =
      FileManager.default.fileExists(atPath: url.path)
      ? try String(contentsOf: url, encoding: .utf8) : nil
    self.init(url: url, text: text, found: found)
  }

  package init(url: URL, text: String, found: String?) {
    self.url = url
    self.found = found
    marker = Marker(of: text)
    wanted = marker.line + "\n" + text
  }

  /// Whether there is a file that this command did not write, or that was changed since.
  package static func isWrittenByHand(at url: URL) -> Bool {
    switch (try? FakeFile(url: url, text: ""))?.state {
    case .foreign, .changed, .changedAndOutdated: true
    case .absent, .current, .outdated, nil: false
    }
  }

  package var state: State {
    guard let found else { return .absent }
    let lines = found.split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let first = lines.first, let old = Marker(line: first) else { return .foreign }
    let isUntouched = Marker(of: lines.count > 1 ? lines[1] : "") == old
    switch (isUntouched, old == marker) {
    case (true, true): return .current
    case (true, false): return .outdated
    case (false, true): return .changed
    case (false, false): return .changedAndOutdated
    }
  }

  /// Writes it, and makes the folder where there is none; other readers see all of it or nothing.
  package func write() throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(wanted.utf8).write(to: url, options: .atomic)
  }

  /// How what is there would change.
  package func difference(path: String) -> String {
    unifiedDifference(
      from: found ?? "", to: wanted, labels: (path, path + " (as it would be written)"))
  }
}
