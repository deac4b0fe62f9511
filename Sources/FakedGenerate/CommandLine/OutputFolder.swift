import Foundation

/// Finds the folder that fakes go to.
package struct OutputFolder: Sendable {
  /// What relative paths are relative to, and what paths are shown relative to.
  package let base: URL
  /// Whether folders outside of the base are refused.
  package let staysInside: Bool
  private let prefix: String

  package init(base: URL, staysInside: Bool) {
    self.base = URL(filePath: base.path, directoryHint: .isDirectory)
    self.staysInside = staysInside
    let root = self.base.standardizedFileURL.path
    prefix = root.hasSuffix("/") ? root : root + "/"
  }

  /// The folder that an option names; throws when it cannot be used.
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

  /// A path as a person would write it: relative to the base where it is inside.
  package func shown(_ url: URL) -> String {
    let path = url.standardizedFileURL.path
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// Links are followed first, so that none leads out.
  private func isInside(_ folder: URL) -> Bool {
    let (parts, root) = (resolved(folder).pathComponents, resolved(base).pathComponents)
    return parts.starts(with: root)
  }

  /// The path without links; what does not exist yet can be none.
  private func resolved(_ url: URL) -> URL {
    let path = url.standardizedFileURL
    if path.pathComponents.count <= 1 { return path }
    if FileManager.default.fileExists(atPath: path.path) { return path.resolvingSymlinksInPath() }
    return resolved(path.deletingLastPathComponent()).appending(path: path.lastPathComponent)
  }
}
