import Testing

/// A line of source code, in the forms of both test frameworks.
struct SourcePlace: Sendable {
  let location: SourceLocation
  let file: StaticString
  let line: UInt

  init(_ site: SourceLine) {
    location = SourceLocation(
      fileID: site.fileID.description, filePath: site.filePath.description, line: Int(site.line),
      column: Int(site.column))
    file = site.filePath
    line = site.line
  }

  /// Creates the line of a Swift Testing test. XCTest never sees it.
  init(_ location: SourceLocation) {
    self.location = location
    file = ""
    line = UInt(location.line)
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The name of the file and the line, as in `FeedTests.swift:12`.
  var description: String { "\(location.fileName):\(location.line)" }
}
