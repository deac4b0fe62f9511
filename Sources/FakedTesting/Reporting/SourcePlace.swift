import Testing

/// A line of source code in the forms that the frameworks want.
struct SourcePlace: Sendable {
  let location: SourceLocation
  let file: StaticString
  let line: UInt

  init(_ site: CallSite) {
    location = SourceLocation(
      fileID: site.fileID.description, filePath: site.filePath.description, line: Int(site.line),
      column: Int(site.column))
    file = site.filePath
    line = site.line
  }

  /// The line of a Swift Testing test, which XCTest has no use for.
  init(_ location: SourceLocation) {
    self.location = location
    file = ""
    line = UInt(location.line)
  }
}
