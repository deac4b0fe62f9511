import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

/// A network client that is stubbed by request.
@Suite struct FakeNetworkClientAnswerTests {
  private let client = FakeNetworkClient()
  private let url = "https://example.com"

  @Test func aRequestIsAnsweredByItsParts() async throws {
    client.respond(with: Greeting(text: "Hello"))
    client.respond(
      to: .all(.post("/guests"), .json(Visitor(name: "Ada"))), with: Greeting(text: "Ada!"),
      status: 201)
    client.respond(to: .get("/numbers"), with: [1, 2])
    #expect(try await client.get(url + "/numbers", as: [Int].self) == [1, 2])
    #expect(try await client.get(url + "/a", as: Greeting.self).text == "Hello")
    var request = URLRequest(url: try #require(URL(string: url + "/guests")))
    request.httpMethod = "POST"
    let (known, response): (Greeting, HTTPURLResponse) = try await client.send(
      request: request, body: Visitor(name: "Ada"))
    #expect(known.text == "Ada!" && response.statusCode == 201)
    request.httpBodyStream = InputStream(data: Data(#"{"name": "Bob"}"#.utf8))
    let (unknown, _): (Greeting, HTTPURLResponse) = try await client.send(request: request)
    #expect(unknown.text == "Hello")
    let calls = client.calls(to: \.respond).map(\.arguments)
    #expect(calls.map(\.path) == ["/numbers", "/a", "/guests", "/guests"])
    #expect(calls.last?.text == #"{"name": "Bob"}"#)
    #expect(client.allCalls.count == 4)
  }

  @Test func whatTheServerDoesIsTheErrorOfTheRealClient() async throws {
    client.respond(to: .delete("/guests/1"), status: 204)
    client.respond(to: .get("/missing"), status: 404)
    client.fail(.get("/slow"), with: .timedOut)
    client.when(\.respond, matching: .get("/refused")).then { _, _ in throw Refused() }
    client.when(\.respond, matching: .get("/file")).thenReturn(.notHTTP())
    try await client.delete(url + "/guests/1")
    func error(_ path: String) async -> NetworkError? {
      await #expect(throws: NetworkError.self) {
        try await client.get(url + path, as: Greeting.self)
      }
    }
    guard case .status(404, _, _) = await error("/missing"),
      case .transport(let slow) = await error("/slow"),
      case .transport(let refused) = await error("/refused"),
      case .notHTTP = await error("/file")
    else {
      Issue.record("another error")
      return
    }
    #expect(slow.code == .timedOut)
    #expect(refused.userInfo[NSUnderlyingErrorKey] as? Refused == Refused())
  }

  @Test func aMethodThatWasStubbedAnswersAlone() async throws {
    client.respond(with: 1)
    client.when(\.send) { _, _ in (2, response()) }
    #expect(try await client.get(url, as: Int.self) == 2)
    #expect(try await client.post(0, to: url, as: Int.self) == 1)
    client.resetBehaviors(of: \.send)
    #expect(try await client.get(url, as: Int.self) == 1)
    #expect(client.allCalls.map(\.function) == ["send", "respond", "respond"])
    client.tearDown()
    let error = await #expect(throws: FakedError.self) { try await client.get(url, as: Int.self) }
    #expect(error?.message.hasPrefix("No stub answers FakeNetworkClient.send(") == true)
  }

  @Test func aRequestThatNothingAnswersIsAnUnstubbedCall() async {
    let line = #line + 1
    client.respond(to: .get("/greeting"), with: 1)
    func text() async -> String? {
      await #expect(throws: FakedError.self) {
        try await client.get(url + "/greetings", as: Int.self)
      }?.message
    }
    #expect(
      await text() == """
        No stub answers FakeNetworkClient.respond(GET https://example.com/greetings).
          (GET /greeting) (FakeNetworkClientAnswerTests.swift:\(line)): argument 1: path: expected \
        "/greeting", was "/greetings"
          Write before the call: fake.when(\\.respond, with: …).thenReturn(…)
        """)
    client.tearDown()
    _ = client.when(\.respond)
    #expect(await text()?.contains("FakeNetworkClient.respond: the chain ") == true)
  }
}
