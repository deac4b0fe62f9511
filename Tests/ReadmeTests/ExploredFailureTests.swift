import FakedTesting
import Foundation
import Testing

/// Tests that fail, for `TranscriptTests` to run; the README shows their output with its line numbers.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["FAKED_README_FAILURES"] != nil))
struct ExploredFailureTests {
  @Test func noFaultLosesTheNotes() async throws {
    try await exploreFaults {
      let folder = FakeFolder()
      try? Notebook(folder: folder).save("new")
      #expect(folder.files["notes"] != nil)
    }
  }

  @Test func requestsShareOneRefresh() async throws {
    try await exploreOrders {
      let server = FakeServer()
      server.when(\.get) { page, token in
        if token == 1 { throw Expired() }
        return page
      }
      server.when(\.refreshID).thenReturn(2, 3)
      let session = Session(server: server)
      async let inbox = session.get("inbox")
      async let sent = session.get("sent")
      _ = try await (inbox, sent)
      server.verify(\.refreshID)
    }
  }
}
