#if os(Linux)
  import FakeableClients
  import Foundation
  import Testing

  /// Machines without a keyring, and buses that don't reply. The messages are exact, because they are
  /// all the information that the user of such a machine has.
  @Suite struct SecretServiceAbsenceTests {
    private func text(_ environment: [String: String]) -> String? {
      let storage = SecretService(
        identifier: "test", environment: environment, timeout: .seconds(600))
      return #expect(throws: KeychainError.self) { try storage.data(for: "key") }?.description
    }

    private func absent(_ reason: String) -> String {
      "No Secret Service responds on the session bus (\(reason)). "
        + "Start gnome-keyring-daemon or KeePassXC, or give the Keychain another storage."
    }

    private static let long = "/" + String(repeating: "a", count: 200)

    @Test(
      arguments: [
        (nil, #"DBUS_SESSION_BUS_ADDRESS is "", not a Unix socket"#),
        ("", #"DBUS_SESSION_BUS_ADDRESS is "", not a Unix socket"#),
        ("unix:path=/nowhere", #"nothing listens at "/nowhere": No such file or directory"#),
        ("unix:abstract=nobody", #"nothing listens at "\0nobody": Connection refused"#),
        (
          "tcp:host=localhost,port=1",
          #"DBUS_SESSION_BUS_ADDRESS is "tcp:host=localhost,port=1", not a Unix socket"#
        ),
        ("unix:path=\(long)", "nothing listens at \"\(long)\": No such file or directory"),
      ] as [(String?, String)])
    func theKeyringIsUnavailableWithoutABus(_ address: String?, _ reason: String) {
      let environment = ["DBUS_SESSION_BUS_ADDRESS": address]
      #expect(text(environment.compactMapValues { $0 }) == absent(reason))
    }

    @Test(arguments: [
      "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.Spawn.ExecFailed",
    ])
    func aMissingKeyringReportsTheErrorOfTheBus(_ name: String) throws {
      let keyring = try ScriptedKeyring()
      keyring.fail(every: .openSession) { connection, call, _ in
        let text = "The name\nis not there"
        try connection.send(ScriptedKeyring.error(name, to: call, text).bytes())
      }
      #expect(text(keyring.environment) == absent(#"The name\nis not there"#))
    }

    @Test func aMissingDefaultKeyringIsReported() throws {
      let keyring = try ScriptedKeyring()
      keyring.fail(every: .readAlias) { connection, call, _ in
        try connection.send(ScriptedKeyring.reply(to: call, [.path("/")]).bytes())
      }
      #expect(
        text(keyring.environment) == """
          The Secret Service has no default keyring. Create one in the keyring app (in KeePassXC, \
          share a database), or give the Keychain another storage.
          """)
    }

    @Test func aRefusedAuthenticationIsReported() throws {
      let peer = try BusPeer { connection in
        _ = try connection.line()
        try connection.send("REJECTED DBUS_COOKIE_SHA1\r\n")
        connection.waitForTheEnd()
      }
      #expect(
        text(peer.environment) == """
          The keyring failed (org.freedesktop.DBus.Error.AuthFailed: the bus refuses this user: \
          REJECTED DBUS_COOKIE_SHA1). Check whether DBUS_SESSION_BUS_ADDRESS names the bus of \
          another user.
          """)
    }

    /// Callers that share a storage wait for each other until the deadline at most.
    @Test(arguments: [(0, false), (16, false), (16, true)] as [(Int32, Bool)])
    func anUnresponsiveBusTimesOut(
      _ backlog: Int32, _ isShared: Bool
    ) throws {
      let peer = try BusPeer(backlog: backlog, nil)
      func storage() -> SecretService {
        SecretService(
          identifier: "test", environment: peer.environment, timeout: .milliseconds(50))
      }
      let storages =
        isShared ? Array(repeating: storage(), count: 4) : (1...4).map { _ in storage() }
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        let error = #expect(throws: KeychainError.self) { try storages[index].reset() }
        #expect(
          error?.description == """
            The keyring failed (org.freedesktop.DBus.Error.NoReply: no reply came within 0.05 \
            seconds). Read the key to check its value, and try again. If that fails, too, \
            restart the keyring.
            """)
      }
    }
  }
#endif
