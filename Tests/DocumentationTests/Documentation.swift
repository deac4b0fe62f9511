import DocumentationPages
import Foundation

/// The documentation of this repository, as its tests read it.
enum Documentation {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func pages() throws -> [Page] { try Page.all(in: root) }

  /// Returns the page with a name, which is the name of its file without `.md`.
  static func page(_ name: String) throws -> Page {
    guard let page = try pages().first(where: { $0.name == name }) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
    }
    return page
  }
}

/// A Boolean value that indicates whether this process runs the failing tests, whose output another process reads.
let failuresAreWanted =
  ProcessInfo.processInfo.environment["FAKED_DOCUMENTATION_FAILURES"] != nil

extension Page {
  /// Returns the cells of the tables below a heading, without their header rows.
  func rows(below heading: String) -> [[String]] {
    let start = lines.firstIndex { $0.hasPrefix("#") && $0.hasSuffix(" " + heading) }
    guard let start else { return [] }
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
    return section.filter { $0.hasPrefix("| ") }.dropFirst().map { row in
      row.dropFirst(2).dropLast(2).split(separator: " | ").map(String.init)
    }
  }
}

/// The pieces of code in a line of Markdown.
func codeSpans(in text: some StringProtocol) -> [String] {
  String(text).matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
}
