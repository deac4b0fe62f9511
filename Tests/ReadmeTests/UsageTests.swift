import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

actor FakeOutbox: Faked {
  nonisolated let post: FunctionID<(String) -> Int, AsyncThrows> = "post"
  func post(_ text: String) async throws -> Int { try await handleCall(\.post, text) }
}

/// What the README says about use, from stubbing to async.
struct UsageTests {
  private let mailbox = FakeMailbox()

  @Test func stub() throws {
    let mailbox = FakeMailbox()
    mailbox.when(\.send) { text, reader in text.count }
    mailbox.when(\.unreadID) { 3 }
    #expect(try mailbox.send("Hello", to: "Ada") == 5)
    #expect(mailbox.unread() == 3)

    mailbox.when(\.send) { invocationCount, text, reader in invocationCount * 100 }
    #expect(try mailbox.send("Hello", to: "Ada") == 100)
    #expect(try mailbox.send("Hello", to: "Ada") == 200)
  }

  @Test func call() async throws {
    let mailbox = FakeMailbox()
    mailbox.when(\.fetch) { folder in ["first in \(folder)", "second in \(folder)"] }
    mailbox.when(\.unreadID) { 1 }
    #expect(try await Digest(mailbox: mailbox).text() == "2 letters, 1 of them new")
  }

  @Test func count() async throws {
    mailbox.when(\.fetch) { _ in [] }
    _ = try await mailbox.fetch("inbox")
    _ = try await mailbox.fetch("sent")
    #expect(mailbox.invocationCount(of: \.fetch) == 2)
    #expect(mailbox.wasCalled(\.fetch))
    #expect(!mailbox.wasCalled(\.send))

    _ = try? mailbox.send("unstubbed", to: "Ada")
    #expect(mailbox.invocationCount(of: \.send) == 1)
  }

  @Test func look() async throws {
    mailbox.when(\.send) { _, reader in
      if reader == "Bob" { throw MailError.full }
      return 1
    }
    _ = try mailbox.send("Hello", to: "Ada")
    _ = try? mailbox.send("Hi", to: "Bob")

    let calls = mailbox.calls(to: \.send)
    #expect(calls.map(\.arguments.1) == ["Ada", "Bob"])
    #expect(calls[0].index < calls[1].index)
    if case .returned(let count) = calls[0].outcome { #expect(count == 1) }
    if case .threw(let error) = calls[1].outcome { #expect(error as? MailError == .full) }

    guard case .returned = calls[0].outcome, case .threw = calls[1].outcome else {
      Issue.record("the outcomes are others")
      return
    }
    #expect(calls[1].duration != nil)
    #expect(!calls[1].wasCancelled)
    #expect(calls[1].answeredBy?.description.hasPrefix("UsageTests.swift:") == true)

    mailbox.when(\.fetch) { _ in [] }
    _ = try await mailbox.fetch("inbox")
    #expect(mailbox.allCalls.map(\.function) == ["send", "send", "fetch"])
  }

  @Test func injectErrors() async throws {
    mailbox.when(\.fetch) { invocationCount, folder in
      if invocationCount == 1 { throw MailError.offline }
      return ["Hello"]
    }
    await #expect(throws: MailError.offline) { try await mailbox.fetch("inbox") }
    #expect(try await mailbox.fetch("inbox") == ["Hello"])

    mailbox.when(\.send).thenThrow(MailError.full)
    #expect(throws: MailError.full) { try mailbox.send("Hello", to: "Ada") }
  }

  @Test func injectTypedErrors() {
    mailbox.when(\.delete) { id throws(MailError) in
      if id == 7 { throw .full }
    }
    #expect(throws: MailError.full) { try mailbox.delete(7) }

    mailbox.when(\.delete).thenReturn().thenThrow(.offline)
    #expect(throws: Never.self) { try mailbox.delete(7) }
    #expect(throws: MailError.offline) { try mailbox.delete(7) }
  }

  @Test func spy() async throws {
    let spy = SpyMailer(real: RealMailer())
    #expect(try await spy.send("Hello", to: "Ada") == 5)
    #expect(spy.calls(to: \.send).map(\.arguments.1) == ["Ada"])

    spy.when(\.send, with: "Hello", "Bob").thenThrow(MailError.full)
    await #expect(throws: MailError.full) { try await spy.send("Hello", to: "Bob") }
    #expect(try await spy.send("Hello", to: "Eve") == 5)
  }

  @Test func giveADefault() async throws {
    let storage = FakeKeychainStorage()
    let keychain = Keychain(storage: storage)
    try await keychain.set(string: "abc", for: "token")
    #expect(try await keychain.string(for: "token") == "abc")

    storage.when(\.set).thenThrow(KeychainError.diskFull)
    await #expect(throws: KeychainError.diskFull) {
      try await keychain.set(string: "xyz", for: "token")
    }
    #expect(storage.calls(to: \.set).map(\.arguments.1) == ["token", "token"])
  }

  @Test func suspend() async throws {
    mailbox.when(\.fetch) { folder in
      await Task.yield()
      return [folder]
    }
    #expect(try await mailbox.fetch("inbox") == ["inbox"])
  }

  @Test func suspendInAnActor() async throws {
    let outbox = FakeOutbox()
    outbox.when(\.post) { text in text.count }
    #expect(try await outbox.post("Hello") == 5)
  }

  @Test func doNotFakeWhatMocksItself() async throws {
    let keychain = Keychain()
    try await keychain.set(string: "abc", for: "token")
    #expect(try await keychain.string(for: "token") == "abc")
  }
}
