import FakeableClients
import FakedClients
import Foundation
import Testing

/// The fake is followed from place to place as a server is.
@Suite struct RedirectContractTests {
  private static func server(status: Int) -> LoopbackServer.Respond {
    { request in
      request.path == "/old" ? .redirect(to: "/new?from=old", status: status) : .text("here")
    }
  }

  @Test(arguments: Wire.allCases, [301, 302, 303, 307, 308])
  func aRedirectIsFollowed(wire: Wire, status: Int) async throws {
    for method in ["GET", "POST", "PUT", "DELETE", "HEAD"] {
      try await wire.run(respond: Self.server(status: status)) { network in
        var request = network.request("/old", method: method)
        request.setValue("secret", forHTTPHeaderField: "Authorization")
        let (data, response) = try await network.session().data(for: request)
        let becomesGet = status == 303 || method == "POST" && status < 303
        #expect(response.url?.absoluteString == network.url.absoluteString + "/new?from=old")
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(data.count == (method == "HEAD" && !becomesGet ? 0 : 4))
        #expect(network.requests().map(\.path) == ["/old", "/new"])
        #expect(network.requests().map(\.method) == [method, becomesGet ? "GET" : method])
        #expect(network.requests().last?.header("Authorization") == "secret")
        #expect(network.requests().last?.query("from") == "old")
      }
    }
  }

  @Test(arguments: Wire.allCases, [301, 302, 303, 307, 308])
  func theBodyIsFollowedAsFoundationDoesIt(wire: Wire, status: Int) async throws {
    try await wire.run(respond: Self.server(status: status)) { network in
      let request = network.request("/old", method: "PUT", body: Data("Hello".utf8))
      _ = try await network.session().data(for: request)
      #if canImport(FoundationNetworking)
        let kept = ""
      #else
        let kept = status == 303 ? "" : "Hello"
      #endif
      #expect(network.requests().map(\.text) == ["Hello", kept])
    }
  }

  @Test(arguments: Wire.allCases, [300, 304, 302])
  func aStatusWithoutAPlaceToGoIsAResponse(wire: Wire, status: Int) async throws {
    try await wire.run { _ in
      .status(status)
    } _: { network in
      let (_, response) = try await network.session().data(for: network.request("/"))
      #expect((response as? HTTPURLResponse)?.statusCode == status)
    }
  }

  @Test(arguments: Wire.allCases) func aCircleOfRedirectsIsGivenUp(wire: Wire) async throws {
    try await wire.run { _ in
      .redirect(to: "/again")
    } _: { network in
      let error = await #expect(throws: URLError.self) {
        try await network.session().data(for: network.request("/"))
      }
      #expect(error?.code == .httpTooManyRedirects)
      #expect(network.requests().count == 21)
    }
  }

  @Test(arguments: Wire.allCases) func twentyRedirectsAreFollowed(wire: Wire) async throws {
    try await wire.run { request in
      let number = Int(request.query("n") ?? "") ?? 0
      return number == 20 ? .text("here") : .redirect(to: "/?n=\(number + 1)")
    } _: { network in
      let (data, _) = try await network.session().data(for: network.request("/"))
      #expect(data == Data("here".utf8))
    }
  }

  @Test(arguments: Wire.allCases) func aDelegateIsAsked(wire: Wire) async throws {
    try await wire.run(respond: Self.server(status: 302)) { network in
      let delegate = RecordingDelegate()
      let session = network.session(delegate: delegate)
      session.dataTask(with: network.request("/old")).resume()
      await delegate.end()
      #expect(delegate.events == ["redirect to /new", "response 200", "4 bytes", "end"])
      session.invalidateAndCancel()
    }
  }

  @Test(arguments: Wire.allCases) func aDelegateMayRefuse(wire: Wire) async throws {
    try await wire.run(respond: Self.server(status: 302)) { network in
      let delegate = RecordingDelegate(follows: false)
      let session = network.session(delegate: delegate)
      session.dataTask(with: network.request("/old")).resume()
      await delegate.end()
      #expect(delegate.events == ["redirect to /new", "response 302", "end"])
      #expect(network.requests().map(\.path) == ["/old"])
      session.invalidateAndCancel()
    }
  }

  @Test(arguments: Wire.allCases)
  func aDelegateOfASessionIsAskedForCompletionHandlersToo(wire: Wire) async throws {
    try await wire.run(respond: Self.server(status: 302)) { network in
      let delegate = RecordingDelegate()
      let session = network.session(delegate: delegate)
      let (data, _) = try await session.data(for: network.request("/old"))
      #expect(data == Data("here".utf8))
      #expect(delegate.events.first == "redirect to /new")
      session.invalidateAndCancel()
    }
  }

  @Test(arguments: Wire.allCases) func aPlaceWithoutANameIsNowhere(wire: Wire) async throws {
    try await wire.run { _ in
      .redirect(to: "")
    } _: { network in
      let (_, response) = try await network.session().data(for: network.request("/"))
      #expect((response as? HTTPURLResponse)?.statusCode == 302)
    }
  }
}
