#if os(Linux)
  import FakeableClients
  import Foundation
  import Testing

  /// A bus and a keyring that fail at each step in each way. The result is always an error, never a trap or an
  /// endless wait, and the next call starts over.
  @Suite struct SecretServiceFaultTests {
    private static let steps = ScriptedKeyring.Step.allCases

    enum Broken: CaseIterable, CustomTestStringConvertible {
      case otherSignature, noBody, junkBody, halfBody, hugeBody, hugeHeader, hugeArray, noKind,
        text, notUTF8

      var testDescription: String { "\(self)" }

      /// Returns the bytes that replace the reply.
      func bytes(_ step: ScriptedKeyring.Step, _ call: BusMessage, _ answer: [UInt8]) -> [UInt8] {
        let signature = ScriptedKeyring.signature(of: step)
        func reply(_ bytes: [UInt8]) -> [UInt8] {
          ScriptedKeyring.reply(to: call, signature, bytes: bytes)
        }
        var broken = answer
        switch self {
        case .otherSignature: return ScriptedKeyring.reply(to: call, "t", bytes: Array(0..<8))
        case .noBody: return reply([])
        case .junkBody: return reply(Array(repeating: 0xFF, count: 64))
        case .halfBody: return reply([1, 0, 0])
        case .hugeBody: broken.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
        case .hugeHeader: broken.replaceSubrange(12..<16, with: [0xFF, 0xFF, 0xFF, 0x7F])
        case .hugeArray: return reply([0xFF, 0xFF, 0xFF, 0x03] + Array(repeating: 0, count: 60))
        case .noKind: broken[1] = 0
        case .text: return Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
        case .notUTF8:
          return reply(
            [1, 0x73, 0, 0, 1, 0, 0, 0, 0xFF, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 20))
        }
        return broken
      }
    }

    @Test(arguments: steps, Broken.allCases)
    func aMalformedReplyIsAnError(_ step: ScriptedKeyring.Step, _ broken: Broken) throws {
      try check(step, .inconsistentMessage) { connection, call, answer in
        try connection.send(broken.bytes(step, call, answer))
        connection.waitForTheEnd()
      }
    }

    @Test(arguments: steps)
    func anErrorReplyKeepsItsName(_ step: ScriptedKeyring.Step) throws {
      for text in ["It is broken.", nil] {
        let name = BusError.Name(rawValue: "org.example.Error.Broken")
        try check(step, name) { connection, call, _ in
          try connection.send(ScriptedKeyring.error(name.rawValue, to: call, text))
          connection.waitForTheEnd()
        }
      }
    }

    @Test(arguments: steps)
    func aClosedConnectionIsAnError(_ step: ScriptedKeyring.Step) throws {
      for part in [0, 1, 15, 16, 17] {
        try check(step, .disconnected) { connection, _, answer in
          try connection.send(Array(answer.prefix(part)))
          throw BusPeer.Gone()
        }
      }
    }

    @Test(arguments: steps, [0, 10, 30])
    func anIncompleteReplyTimesOut(_ step: ScriptedKeyring.Step, _ part: Int) throws {
      try check(step, .noReply, timeout: .milliseconds(50)) { connection, _, answer in
        try connection.send(Array(answer.prefix(part)))
        connection.waitForTheEnd()
      }
    }

    @Test(arguments: steps)
    func unrelatedMessagesDoNotExtendTheTimeout(_ step: ScriptedKeyring.Step) throws {
      try check(step, .noReply, timeout: .milliseconds(50)) { connection, call, _ in
        var other = BusMessage(.signal)
        other.serial = 1
        other.replySerial = call.serial
        var bytes = other.bytes()
        other.kind = .reply
        other.replySerial = call.serial + 1
        bytes += other.bytes()
        // Enough replies that the client always finds another one and never waits.
        let flood = Array(repeatElement(bytes, count: 2_000).joined())
        while true { try connection.send(flood) }
      }
    }

    /// Breaks one reply to a new client, and expects an error with that name. The client must succeed when
    /// the operation is repeated.
    private func check(
      _ step: ScriptedKeyring.Step, _ name: BusError.Name, timeout: Duration = .seconds(600),
      _ fault: @escaping ScriptedKeyring.Fault
    ) throws {
      let keyring = try ScriptedKeyring()
      let storage = keyring.storage(timeout: timeout)
      keyring.fail(step, fault)
      let error = #expect(throws: KeychainError.self) { try step.run(storage) }
      guard case .failed(.secretService(let found, _)) = error else {
        Issue.record("\(step): \(String(reflecting: error))")
        return
      }
      #expect(found == name.rawValue)
      // On a busy machine, a short deadline may pass before the client reaches the step.
      keyring.heal(step)
      try step.run(keyring.storage())
      // A storage with a short deadline might time out again, so a new storage repeats the operation.
      if timeout > .seconds(1) { try step.run(storage) }
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
