import Foundation

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
    for place in text.indices {
      if text[place] == "{" { depth += 1 }
      if text[place] == "}" {
        depth -= 1
        if depth <= 0 { return text[...place] }
      }
    }
    return text
  }

  /// The text of the file. Empty if it is not on this machine.
  private var text: String {
    FileManager.default.contents(atPath: "\(site.filePath)").map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""
  }
}
