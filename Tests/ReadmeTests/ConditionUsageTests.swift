import Faked
import Testing

/// What the README says about conditions, matchers and chains.
struct ConditionUsageTests {
  private let mailbox = FakeMailbox()

  @Test func setConditions() throws {
    mailbox.when(\.send) { _, _ in 0 }
    mailbox.when(\.send, with: "Hello", "Ada").thenReturn(1)
    mailbox.when(\.send, matching: .prefix("Re: "), .any).thenReturn(2)
    mailbox.when(\.send).where { text, reader in text == reader }.thenReturn(3)

    #expect(try mailbox.send("Hello", to: "Ada") == 1)
    #expect(try mailbox.send("Re: Hello", to: "Ada") == 2)
    #expect(try mailbox.send("Bob", to: "Bob") == 3)
    #expect(try mailbox.send("Hello", to: "Bob") == 0)
  }

  @Test func match() throws {
    let shout = Matcher<String>("text in capitals") { $0 == $0.uppercased() }
    let readers = Captured<[String]>([])
    mailbox.when(\.send) { _, _ in 0 }
    mailbox.when(\.send, matching: .not(shout), .capture(into: readers)).thenReturn(1)

    #expect(try mailbox.send("Hello", to: "Ada") == 1)
    #expect(try mailbox.send("HELLO", to: "Bob") == 0)
    #expect(readers.value == ["Ada"])
  }

  @Test func chain() async throws {
    mailbox.when(\.fetch).thenReturn([], times: 2).thenThrow(MailError.offline)
      .then { folder in [folder] }
    #expect(try await mailbox.fetch("inbox") == [])
    #expect(try await mailbox.fetch("inbox") == [])
    await #expect(throws: MailError.offline) { try await mailbox.fetch("inbox") }
    #expect(try await mailbox.fetch("inbox") == ["inbox"])

    mailbox.when(\.unreadID).thenReturn(3, 2, 1)
    #expect((1...4).map { _ in mailbox.unread() } == [3, 2, 1, 1])
  }
}
