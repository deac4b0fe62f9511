import FakeableClients
import FakedClients
import Foundation
import Testing

/// The network clients that a contract holds for.
enum ClientKind: CaseIterable, CustomTestStringConvertible {
  /// A `FakeNetworkClient`.
  case fake
  /// A `URLSessionNetworkClient` on a `FakeTransport`.
  case overFake
  /// A `URLSessionNetworkClient` on a server on the loopback device.
  case overReal
  /// A `URLSessionNetworkClient` whose server is recorded, replayed without it, and checked for drift.
  case recorded

  var testDescription: String { "\(self)" }

  /// Runs the test with this client, whose server answers by the closure.
  func run(
    respond: @escaping LoopbackServer.Respond,
    _ test: (any NetworkClient, _ url: String, _ requests: () -> [FakeRequest]) async throws -> Void
  ) async throws {
    switch self {
    case .fake:
      let client = FakeNetworkClient()
      client.when(\.respond) { request in try respond(request) }
      try await test(client, "http://127.0.0.1:9") { client.calls(to: \.respond).map(\.arguments) }
    case .recorded:
      let folder = ArchiveFolder()
      let server = try LoopbackServer(respond: respond)
      defer { server.stop() }
      for mode in [RecordingMode.all, .none, .check] {
        // What sends nothing records nothing.
        if mode != .all, folder.text.isEmpty { continue }
        let transport = try folder.transport(
          mode, matching: [.method, .path, .query, .body], comparing: .value)
        let client = URLSessionNetworkClient(session: transport.session())
        let count = server.requests.value.count
        try await test(client, server.url.absoluteString) {
          transport.calls(to: \.respond).map(\.arguments)
        }
        #expect(mode != .none || server.requests.value.count == count)
      }
    case .overFake, .overReal:
      try await (self == .overFake ? Wire.fake : .real).run(respond: respond) { network in
        let client = URLSessionNetworkClient(session: network.session())
        try await test(client, network.url.absoluteString, network.requests)
      }
    }
  }
}
