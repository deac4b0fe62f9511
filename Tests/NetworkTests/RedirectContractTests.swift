import FakedClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The contract for redirects, which the fake and a server must meet.
@Suite struct RedirectContractTests {
  private static func server(status: Int) -> LoopbackServer.Respond {
    { request in
      request.path == "/old" ? .redirect(to: "/new?from=old", status: status) : .text("here")
    }
  }

  @Test(arguments: Wire.allCases, [301, 302, 303, 307, 308])
  func aRedirectIsFollowed(wire: Wire, status: Int) async throws {
    try await wire.run(respond: Self.server(status: status)) { network in
      for method in ["GET", "POST", "PUT", "DELETE", "HEAD"] {
        var request = network.request("/old", method: method)
        request.setValue("secret", forHTTPHeaderField: "Authorization")
        let (data, response) = try await network.session().data(for: request)
        let becomesGet = status == 303 || method == "POST" && status < 303
        let sent = network.requests().suffix(2)
        #expect(response.url?.absoluteString == network.url.absoluteString + "/new?from=old")
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(data.count == (method == "HEAD" && !becomesGet ? 0 : 4))
        let methods = [method, becomesGet ? "GET" : method]
        #expect(
          sent.map { "\($0.method) \($0.path)" } == ["\(methods[0]) /old", "\(methods[1]) /new"])
        #expect(sent.last?.header("Authorization") == "secret" && sent.last?.query("from") == "old")
      }
      let request = network.request("/old", method: "PUT", body: Data("Hello".utf8))
      _ = try await network.session().data(for: request)
      #if canImport(FoundationNetworking)
        let kept = ""
      #else
        let kept = status == 303 ? "" : "Hello"
      #endif
      #expect(network.requests().suffix(2).map(\.text) == ["Hello", kept])
    }
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: Wire.allCases)
    func cookiesAreSentWithTheRequestsThatFollow(wire: Wire) async throws {
      let server: LoopbackServer.Respond = { request in
        guard request.path == "/login" else { return .text("here") }
        var response = FakeResponse.redirect(to: "/home", status: 303)
        response.headers["Set-Cookie"] = "sid=1"
        return response
      }
      try await wire.run(respond: server) { network in
        let session = network.session()
        _ = try await session.data(for: network.request("/login", method: "POST"))
        _ = try await session.data(for: network.request("/news", method: "GET"))
        let sent = network.requests().suffix(3)
        #expect(sent.map(\.path) == ["/login", "/home", "/news"])
        #expect(sent.map { $0.header("Cookie") } == [nil, "sid=1", "sid=1"])
      }
    }

    @Test(arguments: Wire.allCases)
    func theDelegateDecidesAboutARedirect(wire: Wire) async throws {
      try await wire.run(respond: Self.server(status: 302)) { network in
        let delegate = StayingDelegate()
        let request = network.request("/old", method: "GET")
        network.session(delegate: delegate).dataTask(with: request).resume()
        #expect(await delegate.nextStatus() == 302)
        #expect(network.requests().map(\.path) == ["/old"])
      }
    }
  #endif
}

#if canImport(FoundationNetworking)
  /// A delegate that follows no redirect.
  private final class StayingDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let (statuses, status) = AsyncStream.makeStream(of: Int.self)

    func nextStatus() async -> Int? { await statuses.first { _ in true } }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      status.yield((task.response as? HTTPURLResponse)?.statusCode ?? 0)
    }
  }
#endif
