import Faked
import Testing

struct FakeCache: Faked {
  struct IDs {
    let reset: FunctionID<() -> Void, Throws> = "reset"
    let count: FunctionID<() -> Int, Throws> = "count"
  }
  let instanceId = FakeInstance()
  let id = IDs()
  func reset() throws { try handleCall(\.id.reset) }
  var count: Int { get throws { try handleCall(\.id.count) } }
}

/// What the README says about properties, resetting and the history.
struct InspectUsageTests {
  private let mailbox = FakeMailbox()

  @Test func checkProperties() throws {
    struct Address: Equatable { var city = "Graz" }
    struct User { var name = "Ann", address = Address() }
    final class FakeAccount: Faked {
      private var attempts = 2
      private var user = User()
    }

    let account = FakeAccount()
    #expect(account.props()["attempts"] as? Int == 2)
    try account.assertProp("user.address.city", expectedValue: "Graz")
    try account.assertProps(["attempts": 2, "user.name": "Ann"])

    let error = #expect(throws: FakedError.self) {
      try account.assertProp("user", expectedValue: User(address: Address(city: "Vienna")))
    }
    #expect(error?.message == #"FakeAccount.user.address.city: expected "Vienna", was "Graz"."#)
  }

  @Test func resetAndTearDown() {
    mailbox.when(\.unreadID) { 3 }
    _ = mailbox.unread()
    mailbox.resetCalls()  // forgets the calls, keeps what was stubbed
    #expect(mailbox.unread() == 3)
    mailbox.resetBehaviors()  // forgets what was stubbed, keeps the calls
    #expect(mailbox.invocationCount(of: \.unreadID) == 1)
    mailbox.tearDown()  // forgets both, and can be done again
    #expect(mailbox.invocationCount(of: \.unreadID) == 0)
  }

  @Test func limitTheHistory() async throws {
    mailbox.history = .last(2)
    mailbox.when(\.fetch) { _ in [] }
    for folder in ["a", "b", "c"] { _ = try await mailbox.fetch(folder) }
    #expect(mailbox.calls(to: \.fetch).map(\.arguments) == ["b", "c"])
    #expect(mailbox.invocationCount(of: \.fetch) == 3)

    mailbox.history = .countsOnly
    #expect(mailbox.calls(to: \.fetch).isEmpty)
    #expect(mailbox.invocationCount(of: \.fetch) == 3)
  }

  @Test func idsMayLiveInAHolder() throws {
    let cache = FakeCache()
    cache.when(\.id.count) { 2 }
    cache.when(\.id.reset).thenReturn()
    try cache.reset()
    #expect(try cache.count == 2)
    #expect(cache.wasCalled(\.id.reset))
  }
}
