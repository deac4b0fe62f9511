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

  @Test(arguments: Wire.allCases)
  func theServerReceivesAllHeaders(wire: Wire) async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["x-BOTH": "configuration", "X-App": "7"]
    let request = try await arrival(on: wire, configuration) { session, network in
      var request = network.request("/")
      request.setValue("request", forHTTPHeaderField: "x-both")
      request.setValue("application/json", forHTTPHeaderField: "Accept")
      _ = try await session.data(for: request)
    }
    let headers = ["X-Both", "x-app", "Accept"].map(request.header)
    #expect(headers == ["request", "7", "application/json"])
    #expect(request.headers.keys.filter { $0.lowercased() == "x-both" }.count == 1)
  }

  enum Cookies: CaseIterable { case sent, notSent, notKept }

  @Test(arguments: Wire.allCases, Cookies.allCases)
  func theConfigurationControlsCookies(wire: Wire, cookies: Cookies) async throws {
    try await wire.run { request in
      request.path == "/login"
        ? .status(302, headers: ["Location": "/home", "Set-Cookie": "id=7; Path=/"])
        : .text(request.header("Cookie") ?? "none")
    } _: { network in
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpShouldSetCookies = cookies != .notSent
      if cookies == .notKept { configuration.httpCookieAcceptPolicy = .never }
      let session = network.session(configuration)
      var texts: [String] = []
      for path in ["/first", "/login", "/page"] {
        texts.append(try await network.text(path, session))
      }
      // Another session has its own cookies.
      texts.append(try await network.text("/page"))
      let cookie = cookies == .sent ? "id=7" : "none"
      #expect(texts == ["none", cookie, cookie, "none"])
      #expect(configuration.httpCookieStorage?.cookies?.count == (cookies == .notKept ? 0 : 1))
    }
  }

  /// The ways to pass a body to Foundation.
  enum BodySource: CaseIterable { case request, stream, upload, file, handler, delegate }

  static let bodies = [
    Data("Hello".utf8), Data(), Data((0...255).map { UInt8($0) }),
    Data(repeating: 7, count: 1_000_000),
  ]

  @Test(arguments: Wire.allCases, BodySource.allCases)
  func theServerReceivesTheWholeBody(wire: Wire, source: BodySource) async throws {
    for body in Self.bodies {
      let delegate = source == .delegate ? RecordingDelegate(upload: body) : nil
      let request = try await arrival(on: wire, delegate: delegate) { session, network in
        try await send(body, by: source, session, network)
        await delegate?.end()
      }
      #expect(request.body == body)
    }
  }

  private func send(
    _ body: Data, by source: BodySource, _ session: URLSession, _ network: Network
  ) async throws {
    var request = network.request("/", method: "POST")
    switch source {
    case .request:
      request.httpBody = body
      _ = try await session.data(for: request)
    case .stream:
      request.httpBodyStream = InputStream(data: body)
      _ = try await session.data(for: request)
    case .upload: _ = try await session.upload(for: request, from: body)
    case .file:
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try body.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try await session.upload(for: request, fromFile: file)
    case .handler:
      request.httpBody = body
      _ = await withCheckedContinuation { continuation in
        session.dataTask(with: request) { data, _, _ in continuation.resume(returning: data) }
          .resume()
      }
    case .delegate: session.uploadTask(withStreamedRequest: request).resume()
    }
  }
}
