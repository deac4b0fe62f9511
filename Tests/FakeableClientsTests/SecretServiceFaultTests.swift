#if os(Linux)
  import FakeableClients
  import Foundation
  import Testing

  /// A bus and a keyring that fail at each step in each way. The result is always an error, never a trap or an
  /// endless wait, and the next call starts over.
  @Suite struct SecretServiceFaultTests {
    private static let steps = ScriptedKeyring.Step.allCases

    /// The ways in which a reply is not what was asked for.
    private static let broken: [@Sendable (BusMessage, _ reply: [UInt8]) -> [UInt8]] = [
      { call, _ in ScriptedKeyring.reply(to: call, [.number("u", 1)]).bytes() },
      { call, _ in ScriptedKeyring.reply(to: call, []).bytes() },
      { _, reply in reply.prefix(4) + [255, 255, 255, 255] + reply.dropFirst(8) },
      { _, reply in reply.prefix(12) + [255, 255, 255, 127] + reply.dropFirst(16) },
      { _, reply in reply.prefix(1) + [0] + reply.dropFirst(2) },
      { _, _ in Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8) },
    ]

    @Test(arguments: steps, broken.indices)
    func aMalformedReplyIsAnError(_ step: ScriptedKeyring.Step, _ index: Int) throws {
      try check(step, "InconsistentMessage") { connection, call, reply in
        try connection.send(Self.broken[index](call, reply))
        connection.waitForTheEnd()
      }
    }

    @Test(arguments: steps)
    func anErrorReplyKeepsItsName(_ step: ScriptedKeyring.Step) throws {
      for text in ["It is broken.", nil] {
        let name = "org.example.Error.Broken"
        try check(step, name) { connection, call, _ in
          try connection.send(ScriptedKeyring.error(name, to: call, text).bytes())
          connection.waitForTheEnd()
        }
      }
    }

    @Test(arguments: steps)
    func aClosedConnectionIsAnError(_ step: ScriptedKeyring.Step) throws {
      for part in [0, 1, 15, 16, 17] {
        try check(step, "Disconnected") { connection, _, answer in
          try connection.send(Array(answer.prefix(part)))
          throw BusPeer.Gone()
        }
      }
    }

    /// Breaks one reply to a new client, and expects an error with that name. The client must succeed when
    /// the operation is repeated.
    private func check(
      _ step: ScriptedKeyring.Step, _ name: String, _ fault: @escaping ScriptedKeyring.Fault
    ) throws {
      let keyring = try ScriptedKeyring()
      let storage = keyring.storage()
      keyring.fail(every: step, fault)
      let error = #expect(throws: KeychainError.self) { try step.run(storage) }
      guard case .failed(.secretService(let found, _)) = error else {
        Issue.record("\(step): \(String(reflecting: error))")
        return
      }
      #expect(found == BusError(name, "").name)
      keyring.heal(step)
      try step.run(keyring.storage())
      try step.run(storage)
    }
  }

  extension ScriptedKeyring.Step {
    /// Performs an operation that takes this step.
    func run(_ storage: SecretService) throws {
      switch self {
      case .create: try storage.set(data: Data("value".utf8), for: "key")
      case .delete: try storage.removeData(for: "key")
      default: #expect(try storage.data(for: "key") == Data("value".utf8))
      }
    }
  }
#endif
