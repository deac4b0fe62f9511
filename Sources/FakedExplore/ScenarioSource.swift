// The C library reads the file, so that this file doesn't need Foundation.
@_silgen_name("fopen")
private func open(_ path: UnsafePointer<UInt8>, _ mode: UnsafePointer<UInt8>) -> OpaquePointer?
@_silgen_name("fread")
private func read(
  _ buffer: UnsafeMutableRawPointer, _ size: Int, _ count: Int, _ file: OpaquePointer
) -> Int
@_silgen_name("fclose")
@discardableResult
private func close(_ file: OpaquePointer) -> Int32

/// The source code of a scenario.
struct ScenarioSource: Sendable {
  let site: SourceLine

  /// A Boolean value that indicates whether the scenario checks something although it throws: in a `defer`, or after an
  /// exploration within it, which catches the errors of its own scenario.
  ///
  /// Test frameworks don't report which expectations passed, so the source code is searched instead.
  var checksDespiteErrors: Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var rest = Self.block(in: lines.dropFirst(Int(site.line) - 1).joined(separator: "\n")[...])
    if let inner = rest.ranges(of: "explore").dropFirst().last {
      let end = Self.block(in: rest[inner.lowerBound...]).endIndex
      if Self.checks.contains(where: { rest[end...].contains($0) }) { return true }
    }
    while let start = rest.firstRange(of: "defer ") {
      rest = rest[start.upperBound...]
      let block = Self.block(in: rest)
      if Self.checks.contains(where: { block.contains($0) }) { return true }
    }
    return false
  }

  /// The beginnings of expectations.
  private static let checks = ["#expect", "#require", "verify", "XCT", "Issue.record"]

  /// Returns the text up to the brace that closes the first one.
  private static func block(in text: Substring) -> Substring {
    var depth = 0
    for index in text.indices {
      if text[index] == "{" { depth += 1 }
      if text[index] == "}" {
        depth -= 1
        if depth <= 0 { return text[...index] }
      }
    }
    return text
  }

  /// The text of the file. Empty if it is not on this machine.
  private var text: String {
    let mode: StaticString = "r"
    guard let file = open(site.filePath.utf8Start, mode.utf8Start) else { return "" }
    defer { close(file) }
    let size = 65_536
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
    defer { buffer.deallocate() }
    var text = ""
    while true {
      let count = read(buffer, 1, size, file)
      if count == 0 { return text }
      // A character that spans two blocks may be lost, but never a brace.
      text += String(
        decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(buffer), count: count),
        as: UTF8.self)
    }
  }
}
