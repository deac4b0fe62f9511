import FakedClients
import Foundation
import Testing

/// The two networks that must meet the contract.
enum Wire: CaseIterable, CustomTestStringConvertible {
  /// A `FakeTransport`.
  case fake
  /// A server on the loopback device, reached through unmodified Foundation.
  case real

  var testDescription: String { "\(self)" }
}

extension URLSessionConfiguration {
  /// A configuration whose requests don't time out on a busy machine.
  static var patient: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    return configuration
  }
}

/// A network under test: the address of its server, and the requests that arrived there.
struct Network: Sendable {
  let url: URL
  let makeSession: @Sendable (URLSessionConfiguration, (any URLSessionDelegate)?) -> URLSession
  let requests: @Sendable () -> [FakeRequest]

  /// Returns when a number of requests have arrived. The time limit ends a test that waits too long.
  func arrivals(_ count: Int = 1) async {
    while requests().count < count { await Task.yield() }
  }

  func session(
    _ configuration: URLSessionConfiguration = .patient, delegate: (any URLSessionDelegate)? = nil
  ) -> URLSession {
    makeSession(configuration, delegate)
  }

  func request(_ path: String, method: String = "GET", body: Data? = nil) -> URLRequest {
    var request = URLRequest(url: URL(string: url.absoluteString + path)!)
    request.httpMethod = method
    request.httpBody = body
    return request
  }

  /// Returns the text of the response. Without a session, a new one is used.
  func text(_ path: String, _ session: URLSession? = nil) async throws -> String {
    let (data, _) = try await (session ?? self.session()).data(for: request(path))
    return String(decoding: data, as: UTF8.self)
  }
}

extension Wire {
  /// Runs the test on this network, whose server responds with the result of the closure.
  func run<Result>(
    respond: @escaping LoopbackServer.Respond, _ test: (Network) async throws -> Result
  ) async throws -> Result {
    switch self {
    case .fake:
      let transport = FakeTransport()
      transport.when(\.respond) { request in try respond(request) }
      return try await test(
        Network(
          url: URL(string: "http://127.0.0.1:9")!,
          makeSession: { transport.session(configuration: $0, delegate: $1) },
          requests: { transport.calls(to: \.respond).map(\.arguments) }))
    case .real:
      let server = try LoopbackServer(respond: respond)
      defer { server.stop() }
      return try await test(
        Network(
          url: server.url,
          makeSession: { URLSession(configuration: $0, delegate: $1, delegateQueue: nil) },
          requests: { server.requests.value }))
    }
  }
}
