#if os(Linux)
  import FakeableClients
  import Foundation
  import Testing

  /// The requests of a storage to the keyring, their order, and the results of the replies.
  @Suite struct SecretServiceTests {
    private let keyring: ScriptedKeyring
    private let storage: SecretService

    init() throws {
      keyring = try ScriptedKeyring()
      storage = keyring.storage()
    }

    @Test func anItemIsStoredUnderItsAttributes() throws {
      try storage.set(data: Data([1]), for: "the\0keys")
      let call = try #require(keyring.calls.last)
      let attributes = BusValue.strings([
        "account": "the%00keys", "service": "test", "xdg:schema": "Clients.Keychain",
      ])
      let label = BusValue.structure([
        .string("org.freedesktop.Secret.Item.Label"), .variant(.string("test: the%00keys")),
      ])
      let property = BusValue.structure([
        .string("org.freedesktop.Secret.Item.Attributes"), .variant(attributes),
      ])
      let secret = BusValue.structure([
        .path("/session/1"), .bytes([]), .bytes([1]), .string("application/octet-stream"),
      ])
      // Properties have no order.
      let bodies = [[label, property], [property, label]].map { properties in
        BusMessage(
          .call, serial: 1, [:], body: [.array(of: "{sv}", properties), secret, .number("b", 1)]
        ).body
      }
      #expect(bodies.contains(call.body))
    }

    @Test func anItemDeletedAfterTheSearchIsMissing() throws {
      keyring.fail(.read) { [keyring] connection, call, _ in
        keyring.reply(to: .search, .array(of: "o", []))
        let name = "org.freedesktop.DBus.Error.UnknownObject"
        try connection.send(ScriptedKeyring.error(name, to: call, "gone").bytes())
      }
      #expect(try storage.data(for: "key") == nil)
      keyring.refuse(.delete, "org.freedesktop.Secret.Error.NoSuchObject", "gone")
      try storage.removeData(for: "key")
    }

    @Test(arguments: [ScriptedKeyring.Step.create, .delete])
    func aKeyringThatPromptsCountsAsLocked(_ step: ScriptedKeyring.Step) throws {
      let prompt = BusValue.path("/org/freedesktop/secrets/prompt/1")
      if step == .create {
        keyring.reply(to: step, .path("/"), prompt)
      } else {
        keyring.reply(to: step, prompt)
      }
      let error = #expect(throws: KeychainError.self) { try step.run(storage) }
      #expect(
        error?.description == """
          The keyring is locked (org.freedesktop.Secret.Error.IsLocked: the keyring needs to prompt the \
          user). The key may still hold a value. Unlock the default keyring by signing in or in \
          its app, and try again.
          """)
    }

    @Test(arguments: ScriptedKeyring.Step.allCases.filter { $0 != .hello && $0 != .openSession })
    func aLostConnectionIsReopenedWithoutAnError(_ step: ScriptedKeyring.Step) throws {
      try step.run(storage)
      keyring.fail(step) { _, _, _ in throw BusPeer.Gone() }
      try step.run(storage)
      #expect(keyring.steps.count == 2)
      // The keyring no longer knows the session of this connection.
      keyring.refuse(.read, "org.freedesktop.Secret.Error.NoSession", "It does not exist")
      #expect(try storage.data(for: "key") == Data("value".utf8))
      #expect(keyring.steps.count == 3)
    }
  }

  extension ScriptedKeyring.Step {
    /// Performs an operation that takes this step.
    fileprivate func run(_ storage: SecretService) throws {
      switch self {
      case .create: try storage.set(data: Data("value".utf8), for: "key")
      case .delete: try storage.removeData(for: "key")
      default: #expect(try storage.data(for: "key") == Data("value".utf8))
      }
    }
  }
#endif
