import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

/// What a session is told when its transport cannot answer, to the letter.
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

  private func underlying(_ error: URLError?) -> FakedError? {
    error?.userInfo[NSUnderlyingErrorKey] as? FakedError
  }

  @Test func anUnstubbedRequestSaysWhatToWrite() async {
    let error = await error(of: "POST", "/guests?from=here", body: #"{"name":"Ada"}"#)
    let message = """
      No stub answers FakeTransport.respond(POST https://example.com/guests?from=here {"name":"Ada"}).
        No function of this fake is stubbed.
        Write before the call: fake.when(\\.respond) { _ in … }
      """
    #expect(error?.code == .resourceUnavailable)
    #expect(error?.localizedDescription == message)
    #expect(underlying(error) == .missingFunction(message))
    #expect(transport.invocationCount(of: \.respond) == 1)
  }

  @Test func aRequestThatNoConditionFitsSaysWhatDiffers() async {
    let line = #line + 1
    transport.when(\.respond, matching: .get("/users/1")).thenReturn(.status(200))
    transport.when(
      \.respond, matching: .all(.post("/greeting"), .header("X-App", "7"), .query("page", "2"))
    ).thenReturn(.status(200))
    #expect(
      await error(of: "POST")?.localizedDescription == """
        No stub answers FakeTransport.respond(POST https://example.com/greeting).
          (POST /greeting and header X-App "7" and query item page "2") \
        (TransportFailureTests.swift:\(line + 1)): argument 1: header X-App: expected "7", was nil \
        and query item page: expected "2", was nil
          (GET /users/1) (TransportFailureTests.swift:\(line)): argument 1: method: expected "GET", \
        was "POST"
          Write before the call: fake.when(\\.respond, with: …).thenReturn(…)
        """)
  }

  @Test func aBodyThatDiffersIsShown() async {
    let line = #line + 1
    transport.when(\.respond, matching: .json(Visitor(name: "Ada"))).thenReturn(.status(200))
    let error = await error(of: "POST", body: #"{"name":"Bob"}"#)
    #expect(
      error?.localizedDescription.contains(
        """
        (body Visitor(name: "Ada")) (TransportFailureTests.swift:\(line)): argument 1: body: \
        expected Visitor(name: "Ada"), was {"name":"Bob"}
        """) == true)
  }

  @Test func anUnstubbedRequestIsReportedToItsScope() async {
    let scope = FakedScope(
      "test", reporter: .init(now: { _ in }, late: { _ in }, note: { _ in }))
    let transport = FakedScope.$current.withValue(scope) { FakeTransport() }
    let error = await #expect(throws: URLError.self) {
      try await transport.session().data(from: URL(string: "https://example.com/")!)
    }
    #expect(scope.end(isStrict: false).unstubbed == [error?.localizedDescription])
  }

  @Test func anUnstubbedRequestThatTheTestHasSeenIsNotReportedAgain() async throws {
    for wrapped in [false, true] {
      let scope = FakedScope(
        "test", reporter: .init(now: { _ in }, late: { _ in }, note: { _ in }))
      let transport = FakedScope.$current.withValue(scope) { FakeTransport() }
      let session = transport.session()
      let url = try #require(URL(string: "https://example.com/"))
      let error = await #expect(throws: (any Error).self) {
        wrapped
          ? try await URLSessionNetworkClient(session: session).get(url, as: Data.self)
          : try await session.data(from: url).0
      }
      scope.sawError(Refused())
      scope.sawError(try #require(error))
      #expect(scope.end(isStrict: false).unstubbed.isEmpty)
    }
  }

  @Test func anErrorOfTheTestIsTheUnderlyingOne() async {
    transport.when(\.respond) { _ in throw Refused() }
    let error = await error()
    #expect(error?.code == .unknown)
    #expect(error?.localizedDescription == "Refused()")
    #expect(error?.userInfo[NSUnderlyingErrorKey] as? Refused == Refused())
  }

  @Test(arguments: [
    URLError.Code.timedOut, .notConnectedToInternet, .cannotFindHost, .secureConnectionFailed,
    .networkConnectionLost, .cancelled,
  ])
  func anURLErrorComesThroughAsItIs(code: URLError.Code) async {
    transport.fail(with: code)
    #expect(await error()?.code == code)
    transport.when(\.respond) { _ in throw URLError(code, userInfo: ["key": "value"]) }
    #expect(await error()?.userInfo["key"] as? String == "value")
  }

  @Test func aCancellationOfTheBehaviorIsOneOfTheRequest() async {
    transport.when(\.respond) { _ in throw CancellationError() }
    #expect(await error()?.code == .cancelled)
  }

  @Test func aResponseThatBreaksOffIsAnError() async {
    transport.when(\.respond) { _ in .text("half").broken() }
    #expect(await error()?.code == .networkConnectionLost)
  }

  @Test func aDelegateGetsWhatCameBeforeTheBreak() async throws {
    transport.when(\.respond) { _ in .text("half").broken(by: .timedOut) }
    let delegate = RecordingDelegate()
    let url = try #require(URL(string: "https://example.com/"))
    transport.session(delegate: delegate).dataTask(with: url).resume()
    await delegate.end()
    #expect(
      delegate.events == ["response 200", "4 bytes", "error \(URLError.Code.timedOut.rawValue)"])
  }

  @Test func aValueThatCannotBeEncodedFailsTheRequest() async {
    transport.respond(with: [Double.nan])
    let error = await error()
    #expect(error?.code == .unknown)
    #expect(error?.userInfo[NSUnderlyingErrorKey] is EncodingError)
  }

  @Test func aFileThatIsMissingIsNotUploaded() async throws {
    transport.respond(status: 200)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    var request = URLRequest(url: try #require(URL(string: "https://example.com/")))
    request.httpMethod = "PUT"
    let (session, sent) = (transport.session(), request)
    let error = await #expect(throws: URLError.self) {
      try await session.upload(for: sent, fromFile: file)
    }
    #expect(error?.code == .fileDoesNotExist)
    #expect(!transport.wasCalled(\.respond))
  }

  #if canImport(FoundationNetworking)
    @Test func aDownloadTaskIsRefused() async throws {
      transport.respond(status: 200)
      let url = try #require(URL(string: "https://example.com/file"))
      let session = transport.session()
      let error = await withCheckedContinuation { continuation in
        session.downloadTask(with: url) { _, _, error in continuation.resume(returning: error) }
          .resume()
      }
      #expect(
        error?.localizedDescription == """
          GET https://example.com/file is a download task, which Foundation lets nobody answer on \
          this platform. Use a data task, or fake the code that makes it.
          """)
      #expect((error as? URLError)?.code == .unsupportedURL)
      #expect(!transport.wasCalled(\.respond))
    }

    @Test func aWebSocketTaskIsRefused() async throws {
      transport.respond(status: 200)
      let url = try #require(URL(string: "wss://example.com/socket"))
      let delegate = RecordingDelegate()
      let session = transport.session(delegate: delegate)
      session.webSocketTask(with: url).resume()
      await delegate.end()
      #expect(delegate.events == ["error \(URLError.Code.unsupportedURL.rawValue)"])
      #expect(!transport.wasCalled(\.respond))
    }
  #endif
}
