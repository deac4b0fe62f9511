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
}
