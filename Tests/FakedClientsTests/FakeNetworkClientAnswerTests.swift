import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

/// A network client that is stubbed by request.
@Suite struct FakeNetworkClientAnswerTests {
  private let client = FakeNetworkClient()
  private let url = "https://example.com"

  @Test func aValueIsTheAnswerToItsRequest() async throws {
    client.respond(to: .get("/greeting"), with: Greeting(text: "Hello"))
    client.respond(to: .get("/visitors"), with: [Visitor(name: "Ada")])
    #expect(try await client.get(url + "/greeting", as: Greeting.self).text == "Hello")
    #expect(try await client.get(url + "/visitors", as: [Visitor].self) == [Visitor(name: "Ada")])
  }

  @Test func aValueWithoutARequestAnswersAll() async throws {
    client.respond(with: 1)
    #expect(try await client.get(url, as: Int.self) == 1)
    #expect(try await client.post(Visitor(name: "Ada"), to: url, as: Int.self) == 1)
  }

  @Test func aRequestIsToldByItsBody() async throws {
    client.respond(with: Greeting(text: "Hello"))
    client.respond(
      to: .all(.post("/guests"), .json(Visitor(name: "Ada"))), with: Greeting(text: "Ada!"),
      status: 201)
    var request = URLRequest(url: try #require(URL(string: url + "/guests")))
    request.httpMethod = "POST"
    let (known, response): (Greeting, HTTPURLResponse) = try await client.send(
      request: request, body: Visitor(name: "Ada"))
    let (unknown, _): (Greeting, HTTPURLResponse) = try await client.send(
      request: request, body: Visitor(name: "Bob"))
    #expect(known.text == "Ada!")
    #expect(response.statusCode == 201)
    #expect(unknown.text == "Hello")
  }

  @Test func aStatusIsTheErrorOfTheRealClient() async throws {
    client.respond(to: .delete("/guests/1"), status: 204)
    client.respond(to: .get("/missing"), status: 404)
    try await client.delete(url + "/guests/1")
    let error = await #expect(throws: NetworkError.self) {
      try await client.get(url + "/missing", as: Greeting.self)
    }
    guard case .status(404, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func anErrorIsTheErrorOfTheRealClient() async throws {
    client.fail(.get("/slow"), with: .timedOut)
    client.fail(with: .notConnectedToInternet)
    let error = await #expect(throws: NetworkError.self) {
      try await client.get(url + "/slow", as: Greeting.self)
    }
    guard case .transport(let error) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error.code == .notConnectedToInternet)
  }

  @Test func anErrorOfTheBehaviorIsTheUnderlyingOne() async throws {
    client.when(\.respond) { _ in throw Refused() }
    let error = await #expect(throws: NetworkError.self) {
      try await client.get(url, as: Greeting.self)
    }
    guard case .transport(let error) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error.userInfo[NSUnderlyingErrorKey] as? Refused == Refused())
  }

  @Test func whatIsNotHTTPIsTheErrorOfTheRealClient() async throws {
    client.when(\.respond) { _ in .notHTTP() }
    let error = await #expect(throws: NetworkError.self) {
      try await client.get(url, as: Greeting.self)
    }
    guard case .notHTTP = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aChainAnswersOneAfterTheOther() async throws {
    client.when(\.respond, matching: .get("/")).thenReturn(.status(503), .json(1))
    await #expect(throws: NetworkError.self) { try await client.get(url, as: Int.self) }
    #expect(try await client.get(url, as: Int.self) == 1)
  }

  @Test func theBodyOfAStreamIsRead() async throws {
    client.respond(with: 1)
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data("Hello".utf8))
    let _: (Int, HTTPURLResponse) = try await client.send(request: request)
    #expect(client.calls(to: \.respond).map(\.arguments.text) == ["Hello"])
  }

  @Test func aCallIsRecordedOnce() async throws {
    client.respond(with: 1)
    _ = try await client.get(url + "/a", as: Int.self)
    try await client.post(2, to: url + "/b")
    #expect(client.allCalls.map(\.function) == ["respond", "respond"])
    #expect(client.calls(to: \.respond).map(\.arguments.path) == ["/a", "/b"])
  }

  @Test func aMethodThatWasStubbedAnswersAlone() async throws {
    client.respond(with: 1)
    client.when(\.send) { _, _ in (2, response()) }
    #expect(try await client.get(url, as: Int.self) == 2)
    #expect(try await client.post(0, to: url, as: Int.self) == 1)
    client.resetBehaviors(of: \.send)
    #expect(try await client.get(url, as: Int.self) == 1)
    #expect(client.allCalls.map(\.function) == ["send", "respond", "respond"])
  }

  @Test func aRequestThatNoConditionFitsIsAnUnstubbedCall() async {
    let line = #line + 1
    client.respond(to: .get("/greeting"), with: 1)
    let error = await #expect(throws: FakedError.self) {
      try await client.get(url + "/greetings", as: Int.self)
    }
    #expect(
      error
        == .missingFunction(
          """
          No stub answers FakeNetworkClient.respond(GET https://example.com/greetings).
            (GET /greeting) (FakeNetworkClientAnswerTests.swift:\(line)): argument 1: path: expected \
          "/greeting", was "/greetings"
            Write before the call: fake.when(\\.respond, with: …).thenReturn(…)
          """))
  }

  @Test func aChainWithoutAResponseIsSaidToHaveNone() async {
    let line = #line + 1
    _ = client.when(\.respond)
    let error = await #expect(throws: FakedError.self) { try await client.get(url, as: Int.self) }
    #expect(
      error?.message.hasPrefix(
        """
        No stub answers FakeNetworkClient.respond: the chain \
        (FakeNetworkClientAnswerTests.swift:\(line)) has no response.
        """) == true)
  }

  @Test func tearDownForgetsWhatRequestsGet() async {
    client.respond(with: 1)
    client.tearDown()
    let error = await #expect(throws: FakedError.self) { try await client.get(url, as: Int.self) }
    #expect(error?.message.hasPrefix("No stub answers FakeNetworkClient.send(") == true)
  }
}
