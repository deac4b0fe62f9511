import Foundation

/// A folder that is deleted with its test.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("FakedTests-\(UUID().uuidString)")
  package var path: String { url.path }

  package init() {
    try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the files in the folder, including hidden ones.
  package var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  @discardableResult package func write(_ text: String, to name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  package func read(_ name: String) -> String? {
    try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }
}
