/// A line of source code: where something was stubbed, called or checked.
public struct CallSite: Sendable {
  public let fileID: StaticString
  public let filePath: StaticString
  public let line: UInt
  public let column: UInt

  /// Takes the four literals of the public call that was made there.
  @inlinable
  package init(
    _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension CallSite: Hashable, CustomStringConvertible {
  public static func == (left: CallSite, right: CallSite) -> Bool {
    left.line == right.line && left.column == right.column
      && left.filePath.description == right.filePath.description
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }

  /// The file's name and the line, as in `FakeStorageTests.swift:12`.
  public var description: String {
    "\(fileID.description.split(separator: "/").last ?? ""):\(line)"
  }
}
