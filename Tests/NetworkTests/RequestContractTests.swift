import FakedClients
import Foundation
import Testing

/// The contract for requests, which the fake and a server must meet.
@Suite struct RequestContractTests {
  /// Returns the only request that arrives while the closure runs.
  private func arrival(
    on wire: Wire, _ configuration: URLSessionConfiguration = .patient,
    delegate: RecordingDelegate? = nil, _ send: (URLSession, Network) async throws -> Void
  ) async throws -> FakeRequest {
    try await wire.run { _ in
      .status(200)
    } _: { network in
      let session = network.session(configuration, delegate: delegate)
      defer { session.invalidateAndCancel() }
      try await send(session, network)
      #expect(network.requests().count == 1)
      return try #require(network.requests().first)
    }
  }

  @Test(arguments: Wire.allCases) func theServerReceivesMethodPathAndQuery(wire: Wire) async throws
  {
    for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
      let request = try await arrival(on: wire) { session, network in
        _ = try await session.data(for: network.request("/", method: method))
      }
      #expect(request.method == method && request.body.isEmpty)
    }
    let paths = [
      "": "/", "/": "/", "/a/b": "/a/b", "/a/": "/a/", "/z%C3%BC/%20": "/zü/ ", "/a?b=c": "/a",
      "/%2B": "/+",
    ]
    for (sent, seen) in paths {
      let request = try await arrival(on: wire) { session, network in
        _ = try await session.data(for: network.request(sent))
      }
      #expect(request.path == seen)
    }
    let request = try await arrival(on: wire) { session, network in
      _ = try await session.data(for: network.request("/?q=a%26b&page=2&q=z%C3%BC&empty=&flag"))
    }
    #expect(request.queryItems.map(\.name) == ["q", "page", "q", "empty", "flag"])
    #expect(request.queryItems.map(\.value) == ["a&b", "2", "zü", "", nil])
    #expect(request.query("q") == "a&b" && request.query("flag") == nil)
  }
}
