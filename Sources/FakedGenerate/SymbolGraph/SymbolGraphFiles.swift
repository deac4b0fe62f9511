import Foundation

/// The symbol-graph files at some paths.
package struct SymbolGraphFiles: Sendable {
  package let urls: [URL]
  /// The modules that have their own file, sorted. Other files contain only extensions.
  package let modules: [String]

  private static let suffix = ".symbols.json"

  /// Finds the files.
  ///
  /// - Throws: `ChoiceError.noSymbolGraphs` for a path without files.
  package init(in paths: [String], relativeTo base: URL) throws(ChoiceError) {
    var urls: [URL] = []
    for path in paths {
      let found = Self.files(at: URL(filePath: path, relativeTo: base).standardizedFileURL)
      if found.isEmpty { throw .noSymbolGraphs(path) }
      urls += found.filter { !urls.contains($0) }
    }
    self.urls = urls
    let names = urls.map { $0.lastPathComponent.replacing(Self.suffix, with: "") }
    modules = Set(names.filter { !$0.contains("@") }).sorted()
  }

  private static func files(at url: URL) -> [URL] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      return []
    }
    guard isFolder.boolValue else { return [url] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { url.appending(path: $0) }
  }
}
