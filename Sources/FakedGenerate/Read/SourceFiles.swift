import Foundation

/// The source files of protocols, each read once.
final class SourceFiles {
  private var texts: [URL: [Substring]] = [:]
  private var imports: [URL: SourceImports] = [:]

  /// Nothing where the file is no longer there.
  func lines(of file: URL) -> [Substring] {
    if let lines = texts[file] { return lines }
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    texts[file] = lines
    return lines
  }

  func imports(of file: URL) -> SourceImports {
    if let known = imports[file] { return known }
    let read = SourceImports(lines: lines(of: file))
    imports[file] = read
    return read
  }
}
