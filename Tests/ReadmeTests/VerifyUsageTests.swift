import FakedTesting
import Testing
import XCTest

struct VerifyUsageTests {
  @Test func checksCountCalls() async throws {
    let mailbox = FakeMailbox()
    mailbox.when(\.fetch) { _ in [] }
    mailbox.when(\.send) { _, _ in 1 }
    _ = try await mailbox.fetch("inbox")
    _ = try mailbox.send("Hello", to: "Ada")
    _ = try mailbox.send("Hello", to: "Bob")

    mailbox.verify(\.fetch)
    mailbox.verify(\.send, called: 2)
    mailbox.verify(\.send, with: "Hello", "Ada")
    mailbox.verify(\.send, called: .atLeast(1), matching: .prefix("H"), .any)
    mailbox.verify(\.send, called: .in(1...2)) { text, reader in reader != "Eve" }
    mailbox.verify(\.unreadID, called: .never)
    mailbox.verifyNoMoreCalls()  // fails if there were calls that no check has counted

    let readers = Captured<[String]>([])
    mailbox.verify(\.send, called: 2, matching: .any, .capture(into: readers))
    #expect(readers.value == ["Ada", "Bob"])

    verifyInOrder {
      mailbox.verify(\.fetch)
      mailbox.verify(\.send, with: "Hello", "Ada")
      mailbox.verify(\.send, with: "Hello", "Bob")
    }

    let sender = Task { try mailbox.send("Later", to: "Ada") }
    try await mailbox.verify(\.send, with: "Later", "Ada", within: .seconds(5))
    _ = try await sender.value
  }
}

@Suite(.faked) struct ScopedTests {
  let mailbox = FakeMailbox()

  @Test(arguments: ["inbox", "sent"]) func theFolderIsFetched(folder: String) async throws {
    mailbox.when(\.fetch) { _ in [] }
    _ = try await mailbox.fetch(folder)
    mailbox.verify(\.fetch, with: folder)
  }
}

final class ScopedXCTests: XCTestCase {
  func testTheLetterIsSent() throws {
    try withFakedScope {
      let mailbox = FakeMailbox()
      mailbox.when(\.send) { _, _ in 1 }
      _ = try mailbox.send("Hello", to: "Ada")
      mailbox.verify(\.send)
    }
  }
}
