#if os(Linux)
  import FakeableClients
  import Foundation
  import Testing

  /// What a storage asks the keyring, in which order, and what it makes of the answers.
  @Suite struct SecretServiceTests {
    private let keyring: ScriptedKeyring
    private let storage: SecretService

    init() throws {
      keyring = try ScriptedKeyring()
      storage = keyring.storage()
    }

    // MARK: Steps

    @Test func eachCallTakesItsStepsAndNeverPrompts() throws {
      #expect(keyring.steps == [])
      _ = try storage.data(for: "key")
      try storage.set(data: Data([1]), for: "key")
      try storage.removeData(for: "key")
      try storage.reset()
      let look: [ScriptedKeyring.Step] = [.readAlias, .isLocked]
      #expect(
        keyring.steps == [
          [.hello, .openSession] + look + [.search, .read] + look + [.create]
            + look + [.search, .delete] + look + [.search, .delete]
        ])
      let service = "/org/freedesktop/secrets"
      #expect(
        keyring.calls.prefix(9).map(\.path) == [
          "/org/freedesktop/DBus", service, service, "/collection/1", "/collection/1",
          "/collection/1/1", service, "/collection/1", "/collection/1",
        ])
      #expect(String(decoding: keyring.calls[3].body, as: UTF8.self).contains("Locked"))
    }

    @Test func anItemIsStoredUnderItsAttributes() throws {
      try storage.set(data: Data([1]), for: "the\0keys")
      let call = try #require(keyring.calls.last)
      #expect(call.signature == "a{sv}(oayays)b")
      var body = BusReader(call.body, isBigEndian: false)
      var attributes: [[String]] = []
      let names = try body.array(alignment: 8) { reader throws(BusError) in
        try reader.align(to: 8)
        let name = try reader.string()
        if name.hasSuffix("Label") {
          attributes.append([
            try reader.variant(of: "s") { text throws(BusError) in try text.string() }
          ])
        } else {
          attributes += try reader.variant(of: "a{ss}") { reader throws(BusError) in
            try reader.array(alignment: 8) { pair throws(BusError) in
              try pair.align(to: 8)
              return [try pair.string(), try pair.string()]
            }
          }
        }
        return name
      }
      let item = "org.freedesktop.Secret.Item."
      #expect(names == [item + "Label", item + "Attributes"])
      #expect(attributes.first == ["test: the%00keys"])
      #expect(attributes.contains(["service", "test"]))
      #expect(attributes.contains(["account", "the%00keys"]))
      try body.align(to: 8)
      #expect(try body.string() == "/session/1")
      #expect(try body.byteArray() == [])
      #expect(try body.byteArray() == [1])
      #expect(try body.string() == "application/octet-stream")
      #expect(try body.bool() && body.isAtEnd)
    }

    @Test func allCallersOfOneStorageShareAConnection() {
      let storage = storage
      DispatchQueue.concurrentPerform(iterations: 50) { _ in _ = try? storage.data(for: "key") }
      #expect(keyring.steps.map(\.count) == [2 + 50 * 4])
    }

    @Test func aRemovalTakesEveryItemThatIsFound() throws {
      keyring.answer(.search, "ao") { writer in
        writer.array(alignment: 4) { writer in
          for path in ["/1", "/2", "/3"] { writer.string(path) }
        }
      }
      try storage.removeData(for: "key")
      #expect(keyring.steps[0].filter { $0 == .delete }.count == 3)
    }

    // MARK: Missing

    @Test(arguments: [
      "org.freedesktop.Secret.Error.NoSuchObject", "org.freedesktop.DBus.Error.UnknownObject",
      "org.freedesktop.DBus.Error.UnknownMethod",
    ])
    func anItemThatGoesWhenItWasFoundIsMissing(_ name: String) throws {
      for step in [ScriptedKeyring.Step.read, .delete] {
        keyring.fail(step) { connection, call, _ in
          try connection.send(ScriptedKeyring.error(name, to: call, "gone"))
        }
      }
      #expect(try storage.data(for: "key") == nil)
      try storage.removeData(for: "key")
      keyring.answer(.search, "ao") { $0.array(alignment: 4) { _ in } }
      #expect(try storage.data(for: "key") == nil)
      #expect(keyring.steps.count == 1)
    }

    // MARK: Locked

    @Test func aLockedKeyringIsAskedForNothingElse() throws {
      keyring.answer(.isLocked, "v") { writer in
        writer.signature("b")
        writer.bool(true)
      }
      #expect(throws: KeychainError.keyringLocked) { try storage.data(for: "key") }
      #expect(keyring.steps == [[.hello, .openSession, .readAlias, .isLocked]])
    }

    @Test(arguments: [ScriptedKeyring.Step.search, .read, .create, .delete])
    func aKeyringThatLocksInBetweenIsLockedAndKeepsItsConnection(
      _ step: ScriptedKeyring.Step
    ) throws {
      keyring.fail(step) { connection, call, _ in
        let name = "org.freedesktop.Secret.Error.IsLocked"
        try connection.send(ScriptedKeyring.error(name, to: call, "Cannot do this when locked"))
      }
      let error = #expect(throws: KeychainError.self) { try step.run(storage) }
      #expect(
        error
          == .locked(
            .secretService(
              name: "org.freedesktop.Secret.Error.IsLocked", message: "Cannot do this when locked"))
      )
      try step.run(storage)
      #expect(keyring.steps.count == 1)
    }

    @Test(arguments: [ScriptedKeyring.Step.create, .delete])
    func aKeyringThatWantsToAskAPersonIsLocked(_ step: ScriptedKeyring.Step) throws {
      keyring.answer(step, ScriptedKeyring.signature(of: step)) { writer in
        if step == .create { writer.string("/") }
        writer.string("/org/freedesktop/secrets/prompt/1")
      }
      let error = #expect(throws: KeychainError.self) { try step.run(storage) }
      #expect(
        error?.description == """
          The keyring is locked (org.freedesktop.Secret.Error.IsLocked: the keyring wants to ask a \
          person first). The key may well hold something. Unlock the default keyring, by signing in \
          or in its program, and try again.
          """)
    }

    // MARK: Again

    @Test(arguments: ScriptedKeyring.Step.allCases.filter { $0 != .hello && $0 != .openSession })
    func aConnectionThatWasLostIsMadeAnewWithoutAnError(_ step: ScriptedKeyring.Step) throws {
      try step.run(storage)
      keyring.fail(step) { _, _, _ in throw BusPeer.Gone() }
      try step.run(storage)
      #expect(keyring.steps.count == 2)
      // Nor is one that the keyring forgot.
      keyring.fail(.read) { connection, call, _ in
        let name = "org.freedesktop.Secret.Error.NoSession"
        try connection.send(ScriptedKeyring.error(name, to: call, "The session does not exist"))
      }
      #expect(try storage.data(for: "key") == Data("value".utf8))
      #expect(keyring.steps.count == 3)
    }

    @Test func whatFailsInANewConnectionTooIsAnError() throws {
      let keyring = keyring
      _ = try storage.data(for: "key")
      keyring.fail(.read) { _, _, _ in
        keyring.fail(.read) { _, _, _ in throw BusPeer.Gone() }
        throw BusPeer.Gone()
      }
      #expect(
        throws: KeychainError.failed(
          .secretService(
            name: "org.freedesktop.DBus.Error.Disconnected",
            message: "the connection was closed"))
      ) { try storage.data(for: "key") }
      #expect(keyring.steps.count == 2)
    }

    @Test func aValueThatNoMessageCanCarryIsRefusedAndTheNextIsStored() throws {
      let error = #expect(throws: KeychainError.self) {
        try storage.set(data: Data(count: 1 << 26 + 1), for: "key")
      }
      let text = try #require(error).description
      let advice = "Store less under one key; it holds what it held before."
      #expect(
        text.wholeMatch(
          of:
            /The keyring failed \(org\.freedesktop\.DBus\.Error\.LimitsExceeded: 6710\d+ bytes are more than one message of D-Bus can carry\)\. (.*)/
        )?.1 == advice[...])
      try storage.set(data: Data([1]), for: "key")
    }
  }
#endif
