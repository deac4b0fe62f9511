/// A line of source code at which a function was stubbed, called, or checked.
@usableFromInline
package struct SourceLine: Sendable {
  /// The module and the name of the file, as `#fileID` gives them.
  @usableFromInline package let fileID: StaticString
  /// The path of the file, as `#filePath` gives it.
  @usableFromInline package let filePath: StaticString
  /// The line, from 1.
  @usableFromInline package let line: UInt
  /// The column, from 1.
  @usableFromInline package let column: UInt

  /// Creates a line from the literals that the compiler passes to a public function.
  @inlinable
  package init(
    _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) {
    (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
  }
}

extension SourceLine: Equatable, CustomStringConvertible {
  /// Returns a Boolean value that indicates whether file, line, and column are equal.
  @usableFromInline
  package static func == (left: SourceLine, right: SourceLine) -> Bool {
    left.line == right.line && left.column == right.column
      && left.filePath.description == right.filePath.description
  }

  /// The name of the file and the line, as in `FakeStorageTests.swift:12`.
  @usableFromInline
  package var description: String {
    "\(fileID.description.split(separator: "/").last ?? ""):\(line)"
  }
}
