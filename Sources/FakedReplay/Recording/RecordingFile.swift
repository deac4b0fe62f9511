import Faked
import Foundation

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

  /// The maximum size of a file. A larger file is unlikely to be the recording of a test.
  package static let maxBytes = 64 << 20

  package init(path: String, shortPath: String? = nil, recordedBy: String? = nil) {
    self.path = path
    self.shortPath = shortPath ?? path
    self.recordedBy = recordedBy
    bundled = nil
  }

  /// Creates the location of a recording next to a source file.
  ///
  /// - Throws: `FakedError.invalidParameter` for a name that points outside the folder, or that includes the extension.
  package init(
    _ name: String, kind: String, beside source: String, in bundle: Bundle?
  ) throws(FakedError) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("\0") })
    else {
      throw .invalidParameter(
        "\"\(name)\" is not a valid name for a recording. Use a name without `..`, such as \"signIn\" or "
          + "\"account/signIn\".")
    }
    if name.hasSuffix(".\(kind)") {
      throw .invalidParameter(
        "\"\(name)\" has the extension of a recording. Write the name without it: "
          + "\"\(name.dropLast(kind.count + 1))\".")
    }
    let file = "\(name).\(kind)"
    shortPath = "Recordings/\(file)"
    recordedBy = nil
    path =
      URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(shortPath)
      .path
    let folders = ["Recordings/" + file, file, URL(fileURLWithPath: file).lastPathComponent]
    bundled = bundle?.resourceURL.flatMap { resources in
      folders.map { resources.appendingPathComponent($0).path }
        .first { FileManager.default.fileExists(atPath: $0) }
    }
  }

  /// A Boolean value that indicates whether there is a file that a recording would replace.
  package var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// The path of the file itself, if `path` is a symbolic link.
  var target: String {
    var target = path
    for _ in 0..<32 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        return target
      }
      let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
      target = URL(fileURLWithPath: next, relativeTo: folder).path
    }
    return target
  }

  /// Returns the error for a file that can't be used. The problem completes a sentence about the file.
  package func bad(_ problem: String) -> FakedError { failure(.badFile(problem)) }

  private func failure(_ failure: RecordingFailure) -> FakedError {
    RecordingMessage(file: self, test: nil).error(failure)
  }
}

// Reading and writing.
extension RecordingFile {
  /// Reads the file, or `nil` if there is none.
  ///
  /// - Throws: `FakedError.invalidParameter` with the file and the position of invalid JSON.
  package func read() throws(FakedError) -> JSON? {
    try read(at: exists ? path : bundled ?? path)
  }

  private func read(at path: String) throws(FakedError) -> JSON? {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    if isFolder.boolValue { throw bad("is a folder") }
    let size = (try? manager.attributesOfItem(atPath: target))?[.size] as? Int ?? 0
    if size > Self.maxBytes {
      throw bad("has \(size >> 20) MB, and a recording can have at most \(Self.maxBytes >> 20)")
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw bad("can't be read: \(reason(error))")
    }
    do {
      return try JSON(parsing: data, uniqueKeys: true)
    } catch {
      throw bad("is not JSON: \(error)")
    }
  }

  /// Replaces the file atomically, while no other process does. A file whose content would not change is not
  /// written.
  ///
  /// - Parameters:
  ///   - evenIfBad: A Boolean value that indicates whether to replace a file that can't be read.
  ///   - content: Returns the new content. Its parameter is the current content, or `nil` if there is none that can be
  ///     read.
  /// - Throws: `FakedError.invalidParameter` if the file can't be read or written, and what `content` throws.
  package func replace(
    evenIfBad: Bool, _ content: (_ current: JSON?) throws(FakedError) -> JSON
  ) throws(FakedError) {
    let file = URL(fileURLWithPath: target)
    let folder = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw failure(.notWritten(.system(reason(error), path: path)))
    }
    let lock = FolderLock(folder.path)
    defer { lock.unlock() }
    let current = evenIfBad ? try? read(at: path) : try read(at: path)
    let data = Data(try content(current).prettyText.utf8)
    if data.count > Self.maxBytes {
      throw failure(.notWritten(.tooLarge(megabytes: data.count >> 20)))
    }
    if let old = try? Data(contentsOf: file), old == data { return }
    let new = folder.appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString)")
    do {
      try data.write(to: new)
      if rename(new.path, file.path) != 0 {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch {
      try? FileManager.default.removeItem(at: new)
      throw failure(.notWritten(.system(reason(error), path: path)))
    }
  }

  /// The identity of the current content of the file. It changes when a recording replaces the file.
  package var version: RecordingFileVersion? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else {
      return nil
    }
    return RecordingFileVersion(
      number: attributes[.systemFileNumber] as? Int,
      modified: attributes[.modificationDate] as? Date)
  }
}

/// One version of a file.
package struct RecordingFileVersion: Equatable, Sendable {
  let number: Int?
  let modified: Date?
}

/// Returns the error message of the file system.
private func reason(_ error: any Error) -> String {
  var error = error as NSError
  while let inner = error.userInfo[NSUnderlyingErrorKey] as? any Error { error = inner as NSError }
  if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
  return error.localizedFailureReason ?? error.localizedDescription
}
