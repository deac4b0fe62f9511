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
    case .overFake, .overReal:
      try await (self == .overFake ? Wire.fake : .real).run(respond: respond) { network in
        let client = URLSessionNetworkClient(session: network.session())
        try await test(client, network.url.absoluteString, network.requests)
      }
    }
  }
}
