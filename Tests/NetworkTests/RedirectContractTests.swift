import FakedClients
import Foundation
import Testing

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

  @Test(arguments: Wire.allCases) func aRedirectWithoutALocationIsAResponse(wire: Wire) async throws
  {
    try await wire.run { request in
      request.path == "/empty"
        ? .redirect(to: "") : .status(Int(request.query("status") ?? "") ?? 0)
    } _: { network in
      let statuses = ["/?status=300": 300, "/?status=304": 304, "/?status=302": 302, "/empty": 302]
      for (path, status) in statuses {
        let (_, response) = try await network.session().data(for: network.request(path))
        #expect((response as? HTTPURLResponse)?.statusCode == status)
      }
    }
  }

  @Test(arguments: Wire.allCases)
  func redirectsAreFollowedUpToALimit(wire: Wire) async throws {
    try await wire.run { request in
      let number = Int(request.query("n") ?? "") ?? -100
      return number == 20 ? .text("here") : .redirect(to: "/?n=\(number + 1)")
    } _: { network in
      let (data, _) = try await network.session().data(for: network.request("/?n=0"))
      #expect(data == Data("here".utf8))
      #expect(network.requests().count == 21)
      let error = await #expect(throws: URLError.self) {
        try await network.session().data(for: network.request("/"))
      }
      #expect(error?.code == .httpTooManyRedirects)
      #expect(network.requests().count == 42)
    }
  }

  @Test(arguments: Wire.allCases, [true, false])
  func aDelegateMayRefuseARedirect(wire: Wire, follows: Bool) async throws {
    try await wire.run(respond: Self.server(status: 302)) { network in
      let delegate = RecordingDelegate(follows: follows)
      let session = network.session(delegate: delegate)
      session.dataTask(with: network.request("/old")).resume()
      await delegate.end()
      let answer = follows ? ["response 200", "4 bytes", "end"] : ["response 302", "end"]
      #expect(delegate.events == ["redirect to /new"] + answer)
      #expect(network.requests().map(\.path) == (follows ? ["/old", "/new"] : ["/old"]))
      // The same applies to completion handlers.
      let (data, _) = try await session.data(for: network.request("/old"))
      #expect(data.count == (follows ? 4 : 0))
      session.invalidateAndCancel()
    }
  }
}
