import FakedClients
import Foundation
import TestSupport
import Testing

/// The exact errors that a session receives when its transport can't respond.
@Suite struct TransportFailureTests {
  private let transport = FakeTransport()

  /// The error of a request.
  private func error(
    of method: String = "GET", _ path: String = "/greeting", body: String? = nil
  ) async -> URLError? {
    var request = URLRequest(url: URL(string: "https://example.com" + path)!)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    let (session, sent) = (transport.session(), request)
    return await #expect(throws: URLError.self) { try await session.data(for: sent) }
  }

  @Test func anUnstubbedRequestSuggestsCode() async {
    let error = await error(of: "POST", "/guests?from=here", body: #"{"name":"Ada"}"#)
    let message = """
      No stub responds to FakeTransport.respond(POST https://example.com/guests?from=here {"name":"Ada"}).
        No function of this fake is stubbed.
        Write before the call: fake.respond(to: .post("/guests"), with: …)
      """
    #expect(error?.code == .resourceUnavailable)
    #expect(error?.localizedDescription == message)
    #expect(error?.userInfo[NSUnderlyingErrorKey] as? FakedError == .missingFunction(message))
    #expect(transport.invocationCount(of: \.respond) == 1)
  }

  @Test func aRequestWithoutAMatchShowsTheDifferences() async {
    let line = #line + 1
    transport.when(\.respond, matching: .get("/users/1")).thenReturn(.status(200))
    transport.when(
      \.respond, matching: .all(.post("/greeting"), .header("X-App", "7"), .query("page", "2"))
    ).thenReturn(.status(200))
    #expect(
      await error(of: "POST")?.localizedDescription == """
        No stub responds to FakeTransport.respond(POST https://example.com/greeting).
          Stub for (POST /greeting and header X-App "7" and query item page "2") at \
        TransportFailureTests.swift:\(line + 1): argument 1: header X-App: expected "7", was nil \
        and query item page: expected "2", was nil
          Stub for (GET /users/1) at TransportFailureTests.swift:\(line): argument 1: method: expected "GET", \
        was "POST"
          Write before the call: fake.respond(to: .post("/greeting"), with: …)
        """)
  }

  @Test func anUnobservedUnstubbedRequestIsReported() async throws {
    let url = try #require(URL(string: "https://example.com/"))
    func unstubbed(
      isSeen: Bool, _ send: (URLSession) async throws -> Data
    ) async throws -> (String, [String]) {
      let probe = ProbedScope()
      let transport = probe.run { FakeTransport() }
      let session = transport.session()
      let error = await #expect(throws: (any Error).self) { try await send(session) }
      #expect(transport.wasCalled(\.respond))
      probe.scope.sawError(Refused())
      if isSeen { probe.scope.sawError(try #require(error)) }
      return (error?.localizedDescription ?? "", probe.endWithTexts())
    }
    let (text, found) = try await unstubbed(isSeen: false) { try await $0.data(from: url).0 }
    #expect(found == [text])
    #expect(try await unstubbed(isSeen: true) { try await $0.data(from: url).0 }.1 == [])
    let client = try await unstubbed(isSeen: true) {
      try await URLSessionNetworkClient(session: $0).get(url, as: Data.self)
    }
    #expect(client.1 == [])
  }

  @Test func aSessionThrowsOrWrapsTheErrorOfABehavior() async {
    transport.when(\.respond) { _ in throw Refused() }
    let refused = await error()
    #expect(refused?.code == .unknown && refused?.localizedDescription == "Refused()")
    #expect(refused?.userInfo[NSUnderlyingErrorKey] as? Refused == Refused())
    transport.when(\.respond) { _ in throw CancellationError() }
    #expect(await error()?.code == .cancelled)
    transport.respond(with: .failure(.secureConnectionFailed))
    #expect(await error()?.code == .secureConnectionFailed)
    transport.when(\.respond) { _ in throw URLError(.timedOut, userInfo: ["key": "value"]) }
    #expect(await error()?.userInfo["key"] as? String == "value")
    transport.respond(with: [Double.nan])
    let encoding = await error()
    #expect(encoding?.code == .unknown)
    #expect(encoding?.userInfo[NSUnderlyingErrorKey] is EncodingError)
  }

  @Test func aDelegateReceivesDataBeforeTheConnectionBreaks() async throws {
    transport.when(\.respond) { _ in .text("half").broken(by: .timedOut) }
    let delegate = RecordingDelegate()
    let url = try #require(URL(string: "https://example.com/"))
    transport.session(delegate: delegate).dataTask(with: url).resume()
    await delegate.end()
    #expect(
      delegate.events == ["response 200", "4 bytes", "error \(URLError.Code.timedOut.rawValue)"])
  }

  #if canImport(FoundationNetworking)
    @Test func downloadAndWebSocketTasksAreRefused() async throws {
      transport.respond(with: .status(200))
      let url = try #require(URL(string: "https://example.com/file"))
      let session = transport.session()
      let error = await withCheckedContinuation { continuation in
        session.downloadTask(with: url) { _, _, error in continuation.resume(returning: error) }
          .resume()
      }
      #expect(
        error?.localizedDescription == """
          GET https://example.com/file is a download task, which cannot be faked on this \
          platform. Use a data task, or fake the code that makes it.
          """)
      #expect((error as? URLError)?.code == .unsupportedURL)
      let delegate = RecordingDelegate()
      let socket = try #require(URL(string: "wss://example.com/socket"))
      transport.session(delegate: delegate).webSocketTask(with: socket).resume()
      await delegate.end()
      #expect(delegate.events == ["error \(URLError.Code.unsupportedURL.rawValue)"])
      #expect(!transport.wasCalled(\.respond))
    }
  #endif
}
