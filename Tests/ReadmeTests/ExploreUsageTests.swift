import FakedTesting
import Testing

/// What the README explores: the careful ones pass, and what the others do wrong is found.
struct ExploreUsageTests {
  @Test func theCarefulNotebookLosesNothing() async throws {
    let report = try await exploreFaults {
      let folder = FakeFolder()
      try CarefulNotebook(folder: folder).save("new")
      #expect(folder.files["notes"] == "new")
    }
    #expect(report.runs == 4)
  }

  @Test func aScenarioNamesItsErrors() async throws {
    let report = try await exploreFaults(failingWith: MailError.offline, pairs: true) {
      let mailbox = FakeMailbox()
      mailbox.when(\.send) { _, _ in 1 }
      mailbox.when(\.delete).thenReturn()
      mailbox.mayFail(\.delete, with: .full, .offline)
      _ = try? mailbox.send("Hello", to: "Ada")
      try? mailbox.delete(7)
    }
    #expect(report.calls == [#"FakeMailbox.send("Hello", "Ada")"#, "FakeMailbox.delete(7)"])
    #expect(report.runs == 7)
  }

  @Test func theCarefulSessionRefreshesOnce() async throws {
    let report = try await exploreOrders {
      let server = FakeServer()
      server.when(\.get) { page, token in
        if token == 1 { throw Expired() }
        return page
      }
      server.when(\.refreshID).thenReturn(2, 3)
      let session = CarefulSession(server: server)
      async let inbox = session.get("inbox")
      async let sent = session.get("sent")
      let pages = try await [inbox, sent]
      #expect(pages == ["inbox", "sent"])
      server.verify(\.refreshID)
    }
    #expect(report.isComplete)
    #expect(report.orders.count >= 6)
  }

  @Test func theCarefulSessionPassesOnTheFailureOfARefresh() async throws {
    try await exploreFaults(failingWith: Expired()) {
      let server = FakeServer()
      server.when(\.get) { page, token in
        if token == 1 { throw Expired() }
        return page
      }
      server.when(\.refreshID).thenReturn(2)
      _ = try await CarefulSession(server: server).get("inbox")
      server.verify(\.refreshID)
    }
  }

  @Test func anAccountIsNotOverdrawnWhileItWaits() async throws {
    protocol Bank: Sendable { func approve(_ amount: Int) async throws -> Bool }
    struct FakeBank: Bank, Faked {
      let instanceId = FakeInstance()
      let approve: FunctionID<(Int) -> Bool, AsyncThrows> = "approve"
      func approve(_ amount: Int) async throws -> Bool { try await handleCall(\.approve, amount) }
    }
    actor Account {
      let bank: any Bank
      private(set) var balance = 100
      init(bank: any Bank) { self.bank = bank }
      func withdraw(_ amount: Int) async throws {
        // After the wait: what was true before it need not be true any more.
        guard try await bank.approve(amount), balance >= amount else { return }
        balance -= amount
      }
    }
    try await exploreOrders {
      let bank = FakeBank()
      bank.when(\.approve) { _ in true }
      let account = Account(bank: bank)
      async let rent: Void = account.withdraw(80)
      async let food: Void = account.withdraw(50)
      _ = try await (rent, food)
      #expect(await account.balance >= 0)
    }
  }

  @Test func theMessagesInTheReadmeAreThoseOfTheLibrary() async throws {
    let runs = Captured(0)
    var messages: [String] = []
    func explore(_ exploration: () async throws -> Void) async {
      do { try await exploration() } catch { messages.append("\(error)") }
    }
    await explore { try await exploreFaults { _ = FakeMailbox() } }
    await explore { try await exploreOrders { _ = FakeMailbox() } }
    await explore {
      try await exploreFaults {
        let mailbox = FakeMailbox()
        mailbox.when(\.delete).thenReturn()
        try? mailbox.delete(1)
      }
    }
    await explore {
      try await exploreFaults {
        runs.value += 1
        for number in 1...runs.value { try? FakeFolder().remove("\(number)") }
      }
    }
    let parts = [
      "found no call that can fail.", "found no call that can wait.",
      "has no error to fail with, but it throws",
      "cannot explore a scenario that differs from run to run",
    ]
    let readme = try Readme.text()
    for (message, part) in zip(messages, parts) {
      #expect(message.contains(part))
      #expect(readme.contains("`\(part)`"))
    }
    #expect(messages.count == parts.count)
  }
}
