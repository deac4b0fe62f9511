#if os(Linux)
  import DocumentationPages
  import Foundation
  import TestSupport
  import Testing

  /// The output in pages matches the output of commands and of failing tests.
  struct TranscriptTests {
    @Test func everyOutputMatchesItsTest() async throws {
      let blocks = try Documentation.pages().flatMap { page in
        page.blocks.filter { $0.language == "text" }.map { (page, $0) }
      }
      // `GeneratedFakeTests` has the others.
      let shown = blocks.filter { !$1.text.hasPrefix("$ swift package") }
      #expect(shown.count > 8)
      let output = try await FailingTests.output.value
      for (page, block) in shown {
        let wanted = plain(block.text.hasPrefix("$ ") ? block.lines.dropFirst() + [] : block.lines)
        let isReal = output.contains(wanted)
        #expect(isReal, "\(page.path):\(block.line)")
      }
    }

    /// The output below a failing test is the output of that test.
    @Test func everyOutputFollowsItsTest() throws {
      for page in try Documentation.pages() {
        for (block, output) in zip(page.blocks, page.blocks.dropFirst())
        where output.text.contains("✘ Test ") && block.language == "swift" {
          let name = output.text.firstMatch(of: #/✘ Test (\w+)/#).map { String($0.1) }
          #expect(
            block.text.contains("func \(name ?? "")("), "\(page.path):\(output.line)")
        }
      }
    }

    /// A message may follow the header of an issue on the same line.
    private func plain(_ lines: [String]) -> String {
      String(FailingTests.plain(lines).dropFirst())
    }
  }

  /// The failing tests, in a process that runs nothing else.
  enum FailingTests {
    /// The output of the failing tests, in the form that is compared. The process runs once, for all tests that read it.
    static let output = Task {
      let tests = Command(
        Command.tests.path, ["--testing-library", "swift-testing", "--filter", "Failing"],
        environment: ["FAKED_DOCUMENTATION_FAILURES": "1", "NO_COLOR": "1", "TERM": "dumb"])
      return plain(Page.lines(of: try await tests.run().output))
    }

    /// Lines without the marks and indentation of the framework, times, and the types around the code of a page. A page
    /// shows production code as if it were in a file of its own, so the line of a call is left out there.
    static func plain(_ lines: [String]) -> String {
      let bare = lines.map { line in
        line.drop { $0 == " " || $0 == "↳" }.replacing(
          #/in [\d.]+ (µs|ms|s)/#, with: "in some time"
        ).replacing(#/\bin \w+Page\.(?:Failing\d+\.)?/#, with: "in ")
          .replacing(
            #/called at (?:\w+\.md|Notebook\.swift|Till\.swift|Checkout\.swift):\d+/#,
            with: "called")
      }
      return "\n" + bare.joined(separator: "\n") + "\n"
    }
  }
#endif
