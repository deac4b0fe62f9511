#if os(Linux)
  import FakeableClients
  import Foundation
  import Testing

  /// Machines without a keyring, and buses that say nothing: each text is exact, because it is all
  /// that the person at that machine has.
  @Suite struct SecretServiceAbsenceTests {
    private func text(_ environment: [String: String], _ timeout: Duration = .seconds(60))
      -> String?
    {
      let storage = SecretService(identifier: "test", environment: environment, timeout: timeout)
      return #expect(throws: KeychainError.self) { try storage.data(for: "key") }?.description
    }

    private func absent(_ reason: String) -> String {
      "No Secret Service answers on the session bus (\(reason)). "
        + "Start gnome-keyring-daemon or KeePassXC, or give the Keychain another storage."
    }

    // MARK: No bus

    private static let long = "/" + String(repeating: "a", count: 200)

    @Test(
      arguments: [
        (nil, "DBUS_SESSION_BUS_ADDRESS is not set"),
        ("", "DBUS_SESSION_BUS_ADDRESS is not set"),
        ("unix:path=/nowhere", #"nothing listens at "/nowhere": No such file or directory"#),
        ("unix:abstract=nobody", #"nothing listens at @"nobody": Connection refused"#),
        (
          "tcp:host=localhost,port=1",
          #""tcp:host=localhost,port=1" names no Unix socket, as unix:path=/run/bus would"#
        ),
        ("unix:path=\(long)", "\"\(long)\" is longer than the name of a socket can be"),
      ] as [(String?, String)])
    func withoutABusThereIsNoKeyring(_ address: String?, _ reason: String) {
      let environment = ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": "/nowhere"]
      #expect(text(environment.compactMapValues { $0 }) == absent(reason))
    }

    @Test func theSecondAddressIsTriedWhenTheFirstIsDead() throws {
      let keyring = try ScriptedKeyring()
      let alive = keyring.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
      let storage = SecretService(
        identifier: "test",
        environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere;\(alive)"])
      #expect(try storage.data(for: "key") == Data("value".utf8))
    }

    // MARK: No keyring on the bus

    @Test(arguments: [
      "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.Spawn.ExecFailed",
    ])
    func aBusWithoutAKeyringSaysWhatTheBusSays(_ name: String) throws {
      let keyring = try ScriptedKeyring()
      keyring.fail(.openSession) { connection, call, _ in
        try connection.send(ScriptedKeyring.error(name, to: call, "The name\nis not there"))
      }
      #expect(text(keyring.environment) == absent(#"The name\nis not there"#))
    }

    @Test func aKeyringWithoutADefaultSaysSo() throws {
      let keyring = try ScriptedKeyring()
      keyring.answer(.readAlias, "o") { $0.string("/") }
      #expect(
        text(keyring.environment) == """
          The Secret Service has no default keyring. Make one in its program (KeePassXC: share a \
          database with it), or give the Keychain another storage.
          """)
    }

    // MARK: A bus that is no help

    @Test func aBusThatLetsNobodyInSaysSo() throws {
      let peer = try BusPeer { connection in
        _ = try connection.line()
        try connection.send("REJECTED DBUS_COOKIE_SHA1\r\n")
        connection.waitForTheEnd()
      }
      #expect(
        text(peer.environment) == """
          The keyring failed (org.freedesktop.DBus.Error.AuthFailed: the bus does not let this user \
          in: REJECTED DBUS_COOKIE_SHA1). See whether DBUS_SESSION_BUS_ADDRESS names the bus of \
          another user.
          """)
    }

    @Test func aBusThatNeverEndsItsFirstLineOrHangsUpIsAnError() throws {
      let endless = try BusPeer { connection in
        while true { try connection.send(String(repeating: "x", count: 1_000)) }
      }
      #expect(text(endless.environment)?.contains("a line without an end came first") == true)
      let hasty = try BusPeer { _ in }
      let found = try #require(text(hasty.environment))
      #expect(
        found.hasPrefix("The keyring failed (org.freedesktop.DBus.Error.Disconnected: the conn"))
    }

    private let silence = """
      The keyring failed (org.freedesktop.DBus.Error.NoReply: no answer came within 0.05 seconds). \
      Read the key to see what it holds now, and try again; if that fails too, restart the program \
      that keeps the secrets.
      """

    @Test(arguments: [0, 16] as [Int32])
    func aBusThatSaysNothingOrTakesNobodyEndsAtTheDeadline(_ backlog: Int32) throws {
      let peer = try BusPeer(backlog: backlog, nil)
      let waiting = peer.environment
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        #expect(text(waiting, .milliseconds(50)) == silence)
      }
    }

    @Test func thoseWhoWaitForTheirTurnHaveADeadlineToo() throws {
      let peer = try BusPeer(nil)
      let storage = SecretService(
        identifier: "test", environment: peer.environment, timeout: .milliseconds(50))
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let error = #expect(throws: KeychainError.self) { try storage.reset() }
        #expect(error?.description == silence)
      }
    }
  }
#endif
