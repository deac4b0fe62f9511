#if os(Linux)
  import DocumentationPages
  import Faked
  import FakedExplore
  import Foundation
  import Testing

  /// The messages that a page explains match the messages of the library.
  struct MessageTests {
    @Test func theTablesMatchTheMessages() async throws {
      let page = try Documentation.page("Messages")
      let headings = ["calls", "checks and scopes", "properties", "explorations"]
      let rows = headings.flatMap { page.rows(below: "Messages about \($0)") }
      #expect(rows.count > 30)
      let output = try await FailingTests.output.value + stops()
      let lines = Page.lines(of: output)
      for row in rows {
        let parts = codeSpans(in: row[0])
        let isReal = lines.indices.contains { index in
          let text = lines[index..<min(index + 3, lines.count)].joined(separator: " ")
          return lines[index].contains(parts[0]) && parts.allSatisfy(text.contains)
        }
        #expect(isReal, "\(row[0])")
      }
    }

    /// Returns the output of a process that a mistake stops.
    private func stops() async throws -> String {
      let loop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        setenv("FAKED_PATIENCE", "0.5", 1)
        let mailbox = FakeMailbox()
        mailbox.when(\.unreadID).thenReturn(1)
        try await withDeterministicTasks { while mailbox.unread() > 0 {} }
      }
      return String(decoding: loop?.standardErrorContent ?? [], as: UTF8.self)
    }
  }
#endif
