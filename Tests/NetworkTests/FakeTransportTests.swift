import FakeableClients
import FakedClients
import Foundation
import Testing

@Suite struct FakeTransportTests {
  private let transport = FakeTransport()
  private let url = URL(string: "https://example.com/greeting")!

  private func text(_ session: URLSession, _ path: String = "/") async throws -> String {
    let (data, _) = try await session.data(from: URL(string: "https://example.com" + path)!)
    return String(decoding: data, as: UTF8.self)
  }

  // MARK: Sessions

  @Test func aSessionIsAnsweredAsItsTransportWasStubbed() async throws {
    transport.when(\.respond).then { invocationCount, request in
      .json(Greeting(text: "\(request.method) \(request.path) \(invocationCount)"))
    }
    let (data, response) = try await transport.session().data(from: url)
    #expect(try JSONDecoder().decode(Greeting.self, from: data).text == "GET /greeting 1")
    #expect(
      (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
        == "application/json")
    #expect(transport.calls(to: \.respond).map(\.arguments.url) == [url])
  }

  @Test func aConfigurationOfTheProductionCodeIsTakenOver() async throws {
    transport.when(\.respond) { request in .text(request.header("X-App") ?? "") }
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = ["X-App": "7"]
    transport.configure(configuration)
    #expect(try await text(URLSession(configuration: configuration)) == "7")
    #expect(configuration.urlCache == nil)
    #expect(configuration.urlCredentialStorage == nil)
    #expect(configuration.httpCookieStorage !== HTTPCookieStorage.shared)
  }

  @Test func theConfigurationOfASessionIsACopy() async throws {
    transport.when(\.respond) { _ in .text("fake") }
    let configuration = URLSessionConfiguration.ephemeral
    let classes = configuration.protocolClasses?.count
    #expect(try await text(transport.session(configuration: configuration)) == "fake")
    #expect(configuration.protocolClasses?.count == classes)
  }

  @Test func aCookieStorageOfTheTestIsKept() {
    let configuration = URLSessionConfiguration.ephemeral
    let storage = configuration.httpCookieStorage
    transport.configure(configuration)
    #expect(configuration.httpCookieStorage === storage)
  }

  @Test func transportsInParallelNeverSeeEachOther() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...100 {
        group.addTask {
          let transport = FakeTransport()
          transport.when(\.respond) { request in .text("\(number)\(request.path)") }
          let session = transport.session()
          for path in ["/a", "/b"] {
            let answer = try await text(session, path)
            #expect(answer == "\(number)\(path)")
          }
          #expect(transport.calls(to: \.respond).map(\.arguments.path) == ["/a", "/b"])
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func sessionsOfOneTransportShareWhatItWasStubbed() async throws {
    transport.when(\.respond).then { invocationCount, _ in .text("\(invocationCount)") }
    #expect(try await text(transport.session()) == "1")
    #expect(try await text(transport.session()) == "2")
  }

  @Test func copiesAreOneFakeAndOthersAreNot() async throws {
    let copy = transport
    copy.when(\.respond) { _ in .text("copy") }
    #expect(try await text(transport.session()) == "copy")
    #expect(copy == transport)
    #expect(FakeTransport() != transport)
  }

  @Test func aSessionDoesNotKeepItsTransport() async throws {
    weak var instance: FakeInstance?
    let session: URLSession
    do {
      let transport = FakeTransport()
      transport.when(\.respond) { _ in .text("kept") }
      instance = transport.instanceId
      session = transport.session()
      #expect(try await text(session) == "kept")
    }
    #expect(instance == nil)
    let error = await #expect(throws: URLError.self) { try await text(session) }
    #expect(
      error?.localizedDescription == """
        GET https://example.com/ was not answered, because the FakeTransport of its session is \
        gone. Keep the transport for as long as its sessions are used.
        """)
  }

  // MARK: Tasks

  @Test func aDelegateGetsEachChunk() async throws {
    transport.when(\.respond) { _ in .chunks([Data("one ".utf8), Data(), Data("two".utf8)]) }
    let delegate = RecordingDelegate()
    transport.session(delegate: delegate).dataTask(with: url).resume()
    await delegate.end()
    #expect(delegate.events == ["response 200", "4 bytes", "3 bytes", "end"])
  }

  @Test func aSuspendedTaskIsAnsweredWhenItIsResumed() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    transport.when(\.respond) { _ in
      for await _ in gate { break }
      return .text("late")
    }
    let delegate = RecordingDelegate()
    let task = transport.session(delegate: delegate).dataTask(with: url)
    task.resume()
    while !transport.wasCalled(\.respond) { await Task.yield() }
    task.suspend()
    open.yield()
    while true {
      if case .returned = transport.calls(to: \.respond)[0].outcome { break }
      await Task.yield()
    }
    #expect(delegate.events.isEmpty)
    task.resume()
    await delegate.end()
    #expect(delegate.events == ["response 200", "4 bytes", "end"])
    #expect(transport.invocationCount(of: \.respond) == 1)
  }

  @Test(arguments: [#"Basic realm="door""#, "Basic", "Bearer", #"Digest realm="door""#])
  func aChallengeThatNobodyMeetsIsAResponse(challenge: String) async throws {
    transport.when(\.respond) { _ in
      .text("Who are you?", status: 401, headers: ["WWW-Authenticate": challenge])
    }
    let (data, response) = try await transport.session().data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == "Who are you?")
    #expect((response as? HTTPURLResponse)?.statusCode == 401)
    #expect(response.url == url)
  }

  @Test func anotherProtocolThanHTTPIsAPlainResponse() async throws {
    transport.when(\.respond) { _ in .notHTTP(Data("x".utf8), type: "text/plain") }
    let (data, response) = try await transport.session().data(from: url)
    #expect(data == Data("x".utf8))
    #expect(!(response is HTTPURLResponse))
    #expect(response.mimeType == "text/plain")
    #expect(response.expectedContentLength == 1)
  }

  @Test func aThousandRequestsAtOnceAreAllAnswered() async throws {
    transport.when(\.respond) { request in .data(request.body) }
    let session = transport.session()
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 1...1_000 {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data("\(number)".utf8)
        group.addTask { [request] in
          String(decoding: try await session.data(for: request).0, as: UTF8.self)
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(answers == Set((1...1_000).map(String.init)))
    #expect(transport.invocationCount(of: \.respond) == 1_000)
  }

  @Test func tearDownForgetsStubsAndCalls() async throws {
    transport.when(\.respond) { _ in .status(200) }
    let session = transport.session()
    _ = try await text(session)
    transport.tearDown()
    #expect(!transport.wasCalled(\.respond))
    await #expect(throws: URLError.self) { try await text(session) }
  }
}
