import Foundation

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

  /// Follows links first, because a link may lead outside.
  private func isInside(_ folder: URL) -> Bool {
    let (parts, root) = (resolved(folder).pathComponents, resolved(base).pathComponents)
    return parts.starts(with: root)
  }

  /// Returns the path without links. Only existing parts can be links.
  private func resolved(_ url: URL) -> URL {
    let path = url.standardizedFileURL
    if path.pathComponents.count <= 1 { return path }
    if FileManager.default.fileExists(atPath: path.path) { return path.resolvingSymlinksInPath() }
    return resolved(path.deletingLastPathComponent()).appending(path: path.lastPathComponent)
  }
}
