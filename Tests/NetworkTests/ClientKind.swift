import FakedClients
import Foundation
import Testing

/// The network clients that must meet the contract.
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

  /// Runs the test with this client, whose server responds with the result of the closure.
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
      try await ArchiveFolder().run(
        [.all, .none, .check], respond: respond
      ) { transport, url in
        let client = URLSessionNetworkClient(session: transport.session())
        try await test(client, url) { transport.calls(to: \.respond).map(\.arguments) }
      }
    case .overFake, .overReal:
      try await (self == .overFake ? Wire.fake : .real).run(respond: respond) { network in
        let client = URLSessionNetworkClient(session: network.session())
        try await test(client, network.url.absoluteString, network.requests)
      }
    }
  }
}

/// The values that the services in these tests send and receive.
struct Greeting: Codable, Equatable { let text: String }
struct Visitor: Codable, Equatable { let name: String }
struct Refused: Error, Equatable {}

/// An error of a network client in a form that can be compared.
enum Failure: Equatable {
  case status(Int, Data), decoding(Data), encoding, transport(URLError.Code), invalidURL(String)
  case cancelled, another(String)

  init(_ error: any Error) {
    switch error {
    case NetworkError.status(let status, let data, let response) where response.statusCode == status:
      self = .status(status, data)
    case NetworkError.decoding(_, let data): self = .decoding(data)
    case NetworkError.encoding: self = .encoding
    case NetworkError.transport(let error): self = .transport(error.code)
    case NetworkError.invalidURL(let text): self = .invalidURL(text)
    case is CancellationError: self = .cancelled
    default: self = .another("\(error)")
    }
  }
}

/// Returns the failure of an action, or `nil` if it succeeds.
func failure<Value>(
  isolation: isolated (any Actor)? = #isolation, of act: () async throws -> Value
) async -> Failure? {
  do {
    _ = try await act()
    return nil
  } catch {
    return Failure(error)
  }
}
