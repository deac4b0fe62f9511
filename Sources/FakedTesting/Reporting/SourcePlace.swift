import Testing

/// A line of source code, in the forms of both test frameworks.
package struct SourcePlace: Sendable {
  let location: SourceLocation
  let file: StaticString
  let line: UInt
  /// The name of the test, if its line is not known.
  private let test: String?

  package init(_ site: SourceLine) {
    location = SourceLocation(
      fileID: site.fileID.description, filePath: site.filePath.description, line: Int(site.line),
      column: Int(site.column))
    file = site.filePath
    line = site.line
    test = nil
  }

  /// Creates the place of an XCTest test. XCTest doesn't provide its line.
  init(of test: String) {
    location = SourceLocation(fileID: "XCTest/\(test)", filePath: test, line: 1, column: 1)
    // XCTest prints a failure without a line in this form, followed by the name of the test.
    file = "<EXPR>"
    line = 0
    self.test = test
  }

  /// Creates the line of a Swift Testing test. XCTest never sees it.
  package init(_ location: SourceLocation) {
    self.location = location
    file = ""
    line = UInt(location.line)
    test = nil
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The place in front of a message: the path and the line, or the name of the test.
  var prefix: String { test ?? "\(location)" }

  /// The name of the file and the line, as in `FeedTests.swift:12`.
  package var description: String { "\(location.fileName):\(location.line)" }
}
