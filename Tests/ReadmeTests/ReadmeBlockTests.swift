import Foundation
import Testing

/// What the README shows is what these tests run.
struct ReadmeBlockTests {
  @Test func everyBlockOfTheReadmeIsCompiledHere() throws {
    let sources = try Readme.sources()
    let blocks = try Readme.blocks(in: "swift").filter {
      $0.lines.first != "// Package.swift" && !$0.isGenerated
    }
    #expect(blocks.count > 20)
    for block in blocks where !sources.contains(where: block.stands(in:)) {
      let first = block.lines.first ?? ""
      Issue.record("README.md:\(block.line): no test source has the block of: \(first)")
    }
  }

  @Test func bothSidesOfEveryDiffAreCompiledHere() throws {
    let sources = try Readme.sources()
    let diffs = try Readme.blocks(in: "diff")
    #expect(!diffs.isEmpty)
    for diff in diffs {
      for (side, other) in [("-", "+"), ("+", "-")] {
        var block = diff
        block.lines = diff.lines.filter { !$0.hasPrefix(other) }.map { String($0.dropFirst()) }
        if !sources.contains(where: block.stands(in:)) {
          Issue.record("README.md:\(diff.line): no test source has the \(side) side")
        }
      }
    }
  }

  @Test func aBlockThatIsNotHereIsNotFound() {
    let source = ["struct A {", "  func f() {", "    g(1)", "", "    h(2)", "  }", "}"]
    func block(_ lines: String...) -> Readme.Block {
      Readme.Block(language: "swift", line: 1, lines: lines)
    }
    #expect(block("g(1)", "", "h(2)").stands(in: source))
    #expect(block("func f() {", "  g(1)").stands(in: source))
    #expect(!block("g(1)", "h(2)").stands(in: source))
    #expect(!block("g(1)", "", "  h(2)").stands(in: source))
    #expect(!block("(1)", "", "h(2)").stands(in: source))
    #expect(!block("import Faked", "", "g(1)").stands(in: source))
    #expect(block("import Faked", "", "g(1)").stands(in: ["import Faked", "import B", "g(1)"]))
  }

  @Test func everyFileTheReadmeLinksToExists() throws {
    let links = try Readme.text().matches(of: #/\]\(((?:Sources|Tests)/[^)]+)\)/#).map(\.output.1)
    #expect(!links.isEmpty)
    for link in links {
      let path = Readme.root.appending(path: String(link)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }
}
