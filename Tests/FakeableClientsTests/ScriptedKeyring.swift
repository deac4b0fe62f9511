#if os(Linux)
  import FakeableClients
  import Faked
  import Foundation

  /// A keyring with one item that holds `value`, behind a scripted bus.
  final class ScriptedKeyring: Sendable {
    /// The steps of the protocol, by the names of their D-Bus methods.
    enum Step: String, CaseIterable {
      case hello = "Hello"
      case openSession = "OpenSession"
      case readAlias = "ReadAlias"
      case isLocked = "Get"
      case search = "SearchItems"
      case read = "GetSecret"
      case create = "CreateItem"
      case delete = "Delete"
    }

    /// The action of the bus instead of the correct reply, which receives the bytes of that reply.
    typealias Fault =
      @Sendable (BusPeerConnection, _ call: BusMessage, _ answer: [UInt8]) throws -> Void

    private struct State {
      var faults: [Step: Fault] = [:]
      var steps: [[Step]] = []
      var calls: [BusMessage] = []
    }

    private let state: Captured<State>
    private let peer: BusPeer

    init() throws {
      let state = Captured(State())
      self.state = state
      peer = try BusPeer { try Self.serve($0, state) }
    }

    /// The environment variables that contain the address of this keyring.
    var environment: [String: String] { peer.environment }

    /// Creates a storage with its own connection to this keyring.
    func storage(timeout: Duration = .seconds(600)) -> SecretService {
      SecretService(identifier: "test", environment: environment, timeout: timeout)
    }

    /// Replaces the next reply to this step with a fault.
    func fail(_ step: Step, _ fault: @escaping Fault) {
      state.withValue { $0.faults[step] = fault }
    }

    /// Removes a fault that no client has received.
    func heal(_ step: Step) { state.withValue { $0.faults[step] = nil } }

    /// Replaces the next reply to this step with another one.
    func reply(
      to step: Step, _ signature: String, _ body: @escaping @Sendable (inout BusWriter) -> Void
    ) {
      fail(step) { connection, call, _ in
        try connection.send(Self.reply(to: call, signature, body))
      }
    }

    /// Replaces the next reply to this step with an error.
    func refuse(_ step: Step, _ name: String, _ text: String) {
      fail(step) { connection, call, _ in
        try connection.send(Self.error(name, to: call, text))
      }
    }

    /// The steps of the clients, in a list for each connection.
    var steps: [[Step]] { state.value.steps }
    /// The messages of those steps, of all connections.
    var calls: [BusMessage] { state.value.calls }

    private static func serve(
      _ connection: BusPeerConnection, _ state: Captured<State>
    ) throws {
      guard try connection.line().hasPrefix("\0AUTH EXTERNAL 3") else { return }
      try connection.send("OK 0123456789abcdef\r\n")
      guard try connection.line() == "BEGIN" else { return }
      let index = state.withValue { state in
        state.steps.append([])
        return state.steps.count - 1
      }
      while true {
        let call = try connection.message()
        guard let step = call.member.flatMap(Step.init), call.path != nil, call.interface != nil,
          call.destination != nil
        else { return }
        let fault = state.withValue { state in
          state.steps[index].append(step)
          state.calls.append(call)
          return state.faults.removeValue(forKey: step)
        }
        let answer = reply(to: call, signature(of: step), body(of: step))
        // Clients must ignore messages of an unknown kind.
        var other = BusMessage(.unknown)
        other.serial = 1
        other.replySerial = call.serial
        try fault.map { try $0(connection, call, answer) }
          ?? connection.send(other.bytes() + answer)
      }
    }

    // MARK: Replies

    static func reply(
      to call: BusMessage, _ signature: String, _ body: (inout BusWriter) -> Void
    ) -> [UInt8] {
      var writer = BusWriter()
      body(&writer)
      return reply(to: call, signature, bytes: writer.bytes)
    }

    static func reply(to call: BusMessage, _ signature: String, bytes: [UInt8]) -> [UInt8] {
      var message = BusMessage(.reply)
      message.serial = 7
      message.replySerial = call.serial
      message.signature = signature
      message.body = bytes
      return message.bytes()
    }

    static func error(_ name: String, to call: BusMessage, _ text: String?) -> [UInt8] {
      var message = BusMessage(.error)
      message.serial = 7
      message.replySerial = call.serial
      message.errorName = name
      if let text {
        var writer = BusWriter()
        writer.string(text)
        message.signature = "s"
        message.body = writer.bytes
      }
      return message.bytes()
    }

    static func signature(of step: Step) -> String {
      switch step {
      case .hello: "s"
      case .openSession: "vo"
      case .readAlias, .delete: "o"
      case .isLocked: "v"
      case .search: "ao"
      case .read: "(oayays)"
      case .create: "oo"
      }
    }

    private static func body(of step: Step) -> (inout BusWriter) -> Void {
      { writer in
        switch step {
        case .hello: writer.string(":1.1")
        case .openSession:
          writer.signature("s")
          writer.string("")
          writer.string("/session/1")
        case .readAlias: writer.string("/collection/1")
        case .isLocked:
          writer.signature("b")
          writer.bool(false)
        case .search: writer.array(alignment: 4) { $0.string("/collection/1/1") }
        case .read:
          writer.string("/session/1")
          writer.byteArray([])
          writer.byteArray(Array("value".utf8))
          writer.string("text/plain")
        case .create:
          writer.string("/collection/1/1")
          writer.string("/")
        case .delete: writer.string("/")
        }
      }
    }
  }
#endif
