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
      /// The steps whose fault is repeated.
      var isBroken: Set<Step> = []
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
    func storage() -> SecretService {
      SecretService(identifier: "test", environment: environment, timeout: .seconds(600))
    }

    /// Replaces the next reply to this step with a fault.
    func fail(_ step: Step, _ fault: @escaping Fault) {
      state.withValue { $0.faults[step] = fault }
    }

    /// Replaces every reply to this step with a fault, until it is healed.
    func fail(every step: Step, _ fault: @escaping Fault) {
      fail(step, fault)
      state.withValue { _ = $0.isBroken.insert(step) }
    }

    /// Removes a fault.
    func heal(_ step: Step) {
      state.withValue { state in
        state.faults[step] = nil
        state.isBroken.remove(step)
      }
    }

    /// Replaces the next reply to this step with other values.
    func reply(to step: Step, _ values: BusValue...) {
      fail(step) { connection, call, _ in
        try connection.send(Self.reply(to: call, values).bytes())
      }
    }

    /// Replaces the next reply to this step with an error.
    func refuse(_ step: Step, _ name: String, _ text: String) {
      fail(step) { connection, call, _ in
        try connection.send(Self.error(name, to: call, text).bytes())
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
        guard let step = call.fields[.member]?.text.flatMap(Step.init) else { return }
        let fault = state.withValue { state in
          state.steps[index].append(step)
          state.calls.append(call)
          let fault = state.faults[step]
          if !state.isBroken.contains(step) { state.faults[step] = nil }
          return fault
        }
        let answer = reply(to: call, body(of: step)).bytes()
        // Clients must ignore signals.
        let signal = BusMessage(.signal, serial: 1, [.replySerial: .number("u", call.serial)])
        try fault.map { try $0(connection, call, answer) }
          ?? connection.send(signal.bytes() + answer)
      }
    }

    // MARK: Replies

    static func reply(to call: BusMessage, _ values: [BusValue]) -> BusMessage {
      BusMessage(.reply, serial: 7, [.replySerial: .number("u", call.serial)], body: values)
    }

    static func error(_ name: String, to call: BusMessage, _ text: String?) -> BusMessage {
      BusMessage(
        .error, serial: 7,
        [.replySerial: .number("u", call.serial), .errorName: .string(name)],
        body: text.map { [.string($0)] } ?? [])
    }

    private static func body(of step: Step) -> [BusValue] {
      switch step {
      case .hello: [.string(":1.1")]
      case .openSession: [.variant(.string("")), .path("/session/1")]
      case .readAlias: [.path("/collection/1")]
      case .isLocked: [.variant(.number("b", 0))]
      case .search: [.array(of: "o", [.path("/collection/1/1")])]
      case .read:
        [
          .structure([
            .path("/session/1"), .bytes([]), .bytes(Array("value".utf8)), .string("text/plain"),
          ])
        ]
      case .create: [.path("/collection/1/1"), .path("/")]
      case .delete: [.path("/")]
      }
    }
  }
#endif
