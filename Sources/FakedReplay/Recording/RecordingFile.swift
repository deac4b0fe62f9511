import Faked
import Foundation

/// Where a recording is: in `Recordings` beside the test that names it, or in a bundle for tests that run
/// where their sources are not.
package struct RecordingFile: Sendable {
  /// The whole path.
  package let path: String
  /// The name in texts: `Recordings/signIn.json`.
  package let shortPath: String
  private let bundled: String?

  /// More bytes than these are refused: somebody recorded another thing than a test.
  package static let mostBytes = 64 << 20

  package init(path: String, shortPath: String? = nil) {
    self.path = path
    self.shortPath = shortPath ?? path
    bundled = nil
  }

  /// The file of that name and kind.
  ///
  /// - Throws: `FakedError.invalidParameter` for a name that leads out of the folder.
  package init(
    _ name: String, kind: String, beside source: String, in bundle: Bundle?
  ) throws(FakedError) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("\0") })
    else {
      throw .invalidParameter(
        "\"\(name)\" is no name of a recording. Write one without `..`, as in \"signIn\" or "
          + "\"account/signIn\".")
    }
    let file = "\(name).\(kind)"
    shortPath = "Recordings/\(file)"
    path =
      URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(shortPath)
      .path
    let folders = ["Recordings/" + file, file, URL(fileURLWithPath: file).lastPathComponent]
    bundled = bundle?.resourceURL.flatMap { resources in
      folders.map { resources.appendingPathComponent($0).path }
        .first { FileManager.default.fileExists(atPath: $0) }
    }
  }

  /// What the file holds; nil where there is none.
  ///
  /// - Throws: `FakedError.invalidParameter` with the file and the place where it is no JSON.
  package func read() throws(FakedError) -> JSON? {
    let manager = FileManager.default
    let path = manager.fileExists(atPath: path) ? path : bundled ?? path
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    if isFolder.boolValue { throw bad("is a folder") }
    let size = (try? manager.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    if size > Self.mostBytes {
      throw bad("has \(size >> 20) MB, and a recording at most \(Self.mostBytes >> 20)")
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw bad("cannot be read: \(reason(error))")
    }
    do {
      return try JSON(parsing: data)
    } catch {
      throw bad("is no JSON: \(error)")
    }
  }

  /// Replaces the file, whole or not at all; one that holds the same already is left alone.
  ///
  /// - Throws: `FakedError.invalidParameter` where it cannot be written.
  package func write(_ json: JSON) throws(FakedError) {
    let data = Data(json.prettyText.utf8)
    if data.count > Self.mostBytes {
      throw .invalidParameter(
        "\(shortPath) was not written, and is as it was: it would have \(data.count >> 20) MB, and a "
          + "recording has at most \(Self.mostBytes >> 20) (\(path))")
    }
    let file = URL(fileURLWithPath: path)
    if let old = try? Data(contentsOf: file), old == data { return }
    let new = file.deletingLastPathComponent().appendingPathComponent(
      ".\(file.lastPathComponent).\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: new)
      if rename(new.path, file.path) != 0 {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch {
      try? FileManager.default.removeItem(at: new)
      throw .invalidParameter(
        "\(shortPath) was not written, and is as it was: \(reason(error)) (\(path))")
    }
  }

  /// The error for a file that is no recording.
  package func bad(_ problem: String) -> FakedError {
    // A file that a tool names is not one of a test.
    let command = shortPath == path ? "FakeTransport.recording(to:)" : "FAKED_RECORD=all"
    return .invalidParameter(
      """
      \(shortPath) \(problem).
        Mend or delete \(path), or replace it with \(command).
      """)
  }
}

/// Why the file system refuses, in its own words.
private func reason(_ error: any Error) -> String {
  var error = error as NSError
  while let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = inner }
  if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
  return error.localizedFailureReason ?? error.localizedDescription
}

/// Which test writes which file in this process.
package enum RecordingOwners {
  private static let owners = Captured<[String: String]>([:])

  /// Notes that a test writes a file.
  ///
  /// - Throws: `FakedError.invalidParameter` that names both, where another test has written it. The same
  ///   test may do so again, unless its cases share its name.
  package static func claim(
    _ file: RecordingFile, for test: String, isParameterized: Bool
  ) throws(FakedError) {
    // On some systems names that differ in case alone are one file.
    let name = file.path.lowercased()
    let owner = owners.withValue { owners in
      defer { owners[name] = owners[name] ?? test }
      return owners[name]
    }
    guard let owner, owner != test || isParameterized else { return }
    let both = owner == test ? "two cases of \(test)" : "two tests, \(owner) and \(test)"
    throw .invalidParameter(
      """
      \(file.shortPath) is written by \(both).
        Give each a name of its own; for the cases of a test, withRecording("name-\\(argument)") { … }.
      """)
  }
}
