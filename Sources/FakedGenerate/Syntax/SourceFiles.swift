import Foundation

/// The source files that declare symbols, each read once.
///
/// Unchecked, because the one variable is only used under the lock.
final class SourceFiles: @unchecked Sendable {
  private let lock = NSLock()
  private var files: [String: SourceFile] = [:]
  private let unsharedFlags: [String: Set<String>]

  /// Creates the files. Their conditions do not mention the flags that are given for their module.
  init(unsharedFlags: [String: Set<String>] = [:]) { self.unsharedFlags = unsharedFlags }

  /// Returns the file that declares a symbol, or an empty file if it no longer exists.
  func file(of symbol: Symbol) -> SourceFile {
    let uri = symbol.location?.uri ?? ""
    lock.lock()
    defer { lock.unlock() }
    if let file = files[uri] { return file }
    let text = symbol.file.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    let file = SourceFile(text, unsharedFlags: unsharedFlags[symbol.module] ?? [])
    files[uri] = file
    return file
  }
}
