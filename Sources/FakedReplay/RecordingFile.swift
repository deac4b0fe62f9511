import Faked
import Foundation

/// The way in which a test uses a recording. The environment variable `FAKED_RECORD` sets it for a whole run.
public enum RecordingMode: String, CaseIterable, Sendable {
  /// Replays the file. A call that is not in it fails. This is the default.
  case none
  /// Replays the file, and records the calls that are not in it.
  case missing
  /// Records all calls, and replaces the file if the test passes.
  case all
  /// Replays the file, also calls the real implementation, and reports differences.
  case check

  /// The mode that `FAKED_RECORD` names. `.none` if the variable is not set or not valid.
  public static var ofEnvironment: Self { (try? current()) ?? .none }

  /// Returns the mode that `FAKED_RECORD` names.
  ///
  /// - Throws: `FakedError.invalidParameter` for a word that is not a mode.
  package static func current(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(FakedError) -> RecordingMode {
    guard let word = environment["FAKED_RECORD"], !word.isEmpty else { return .none }
    if let mode = RecordingMode(rawValue: word) { return mode }
    throw .invalidParameter(
      "FAKED_RECORD=\(word) is not a mode. Use all, missing, none, or check.")
  }
}

/// A recording on disk: in `Recordings` next to the test that names it, or in a bundle for tests that run
/// on a device without their sources.
package struct RecordingFile: Sendable {
  /// The absolute path.
  package let path: String
  /// The name in messages, such as `Recordings/signIn.json`.
  package let shortPath: String
  /// The code that records the file; `nil` if `FAKED_RECORD` does.
  package let recordedBy: String?
  private let bundled: String?

  package init(path: String, shortPath: String? = nil, recordedBy: String? = nil) {
    self.path = path
    self.shortPath = shortPath ?? path
    self.recordedBy = recordedBy
    bundled = nil
  }

  /// Creates the location of a recording next to a source file.
  ///
  /// - Throws: `FakedError.invalidParameter` for a name that points outside the folder.
  package init(
    _ name: String, kind: String, beside source: String, in bundle: Bundle?
  ) throws(FakedError) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("\0") }) {
      throw .invalidParameter(
        "\"\(name)\" is not a valid name for a recording. Use a name without `..`, such as \"signIn\" or "
          + "\"account/signIn\".")
    }
    let file = "\(name).\(kind)"
    shortPath = "Recordings/\(file)"
    recordedBy = nil
    let folder = URL(fileURLWithPath: source).deletingLastPathComponent()
    path = folder.appendingPathComponent(shortPath).path
    bundled = bundle?.resourceURL?.appendingPathComponent(shortPath).path
  }

  /// A Boolean value that indicates whether there is a file that a recording would replace.
  package var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// The file itself, if `path` is a symbolic link.
  private var target: URL { URL(fileURLWithPath: path).resolvingSymlinksInPath() }

  /// Reads the file, or returns `nil` if there is none.
  ///
  /// - Throws: The problem, with the position of invalid JSON. It completes a sentence about the file.
  package func read() throws(RecordingFlaw) -> JSON? {
    let path = exists ? path : bundled ?? path
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw RecordingFlaw("can't be read: \(error.localizedDescription)")
    }
    do { return try JSON(parsing: data) } catch {
      let place = (error as NSError).userInfo["NSDebugDescription"] as? String
      throw RecordingFlaw("is not JSON: \(place?.trimmingCharacters(in: ["."]) ?? "\(error)")")
    }
  }

  /// Replaces the file atomically, while no other process does. A file whose content would not change is not
  /// written.
  ///
  /// - Parameter content: Returns the new content.
  /// - Throws: The problem, if the file can't be written, and what `content` throws.
  package func replace(_ content: () throws(RecordingFlaw) -> JSON) throws(RecordingFlaw) {
    do {
      let folder = target.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // Recording also works on file systems that don't support locks. Closing the folder releases the lock.
      let descriptor = open(folder.path, O_RDONLY)
      defer { close(descriptor) }
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      let data = Data(try content().prettyText.utf8)
      if let old = try? Data(contentsOf: target), old == data { return }
      try data.write(to: target, options: .atomic)
    } catch {
      throw error as? RecordingFlaw
        ?? RecordingFlaw("can't be written: \(error.localizedDescription)")
    }
  }
}
