import FakeableClients
import FakedClients
import Foundation
import Testing

@Suite struct RequestMatcherTests {
  private static let request = FakeRequest(
    method: "POST", url: URL(string: "https://example.com/z%C3%BC/1?page=2&q=a%20b&flag&page=3")!,
    headers: ["Content-Type": "application/json", "X-Empty": ""],
    body: Data(#"{ "name" : "Ada" }"#.utf8))

  private typealias Case = (matcher: Matcher<FakeRequest>, matches: Bool)
  private func yes(_ matcher: Matcher<FakeRequest>) -> Case { (matcher, true) }
  private func no(_ matcher: Matcher<FakeRequest>) -> Case { (matcher, false) }

  @Test func aMatcherLooksAtItsPart() {
    let cases: [Case] = [
      yes(.post("/zü/1")), no(.post("/z%C3%BC/1")), no(.post("/zü/1/")), no(.get("/zü/1")),
      no(.put("/zü/1")), no(.patch("/zü/1")), no(.delete("/zü/1")), no(.head("/zü/1")),
      yes(.method("post")), no(.method("GET")), yes(.host("example.com")), no(.host("example.org")),
      yes(.path("/zü/1")), yes(.path(.prefix("/zü/"))), no(.path(.prefix("/a"))),
      yes(.query("page", "2")), no(.query("page", "3")), yes(.query("q", "a b")),
      yes(.query("flag", .isNil)), yes(.query("missing", .isNil)), no(.query("page", .isNil)),
      yes(.query("page", .unwrapped(.oneOf("1", "2")))),
      yes(.header("content-type", "application/json")), no(.header("Content-Type", "text/plain")),
      yes(.header("X-Empty", "")), yes(.header("Accept", .isNil)),
      yes(.header("Content-Type", .unwrapped(.prefix("application/")))),
      yes(.body(#"{ "name" : "Ada" }"#)), no(.body(#"{"name":"Ada"}"#)), no(.body("")),
      yes(.body(Data(#"{ "name" : "Ada" }"#.utf8))),
      yes(.json(Visitor(name: "Ada"))), no(.json(Visitor(name: "Bob"))), no(.json([1])),
      yes(.json(["name": "Ada"])), yes(.keyPath(\.url.scheme, .equal("https"))),
      yes(.all(.post("/zü/1"), .query("page", "2"), .json(Visitor(name: "Ada")))),
      no(.all(.post("/zü/1"), .query("page", "7"))), yes(.either(.get("/"), .host("example.com"))),
      no(.not(.method("POST"))),
    ]
    for (matcher, matches) in cases {
      #expect(matcher.matches(Self.request) == matches, "\(matcher.description)")
    }
  }

  @Test func aMismatchNamesThePartAndBothValues() {
    func text(_ matcher: Matcher<FakeRequest>) -> String? { matcher.reason(Self.request) }
    #expect(text(.get("/zü/1")) == #"method: expected "GET", was "POST""#)
    #expect(text(.host("a.b")) == #"host: expected "a.b", was "example.com""#)
    #expect(text(.path("/")) == #"path: expected "/", was "/zü/1""#)
    #expect(text(.query("page", "1")) == #"query item page: expected "1", was "2""#)
    #expect(text(.header("accept", "a/b")) == #"header accept: expected "a/b", was nil"#)
    #expect(text(.body("x")) == #"body: expected x, was { "name" : "Ada" }"#)
    #expect(text(.json([1])) == #"body: expected [1], was { "name" : "Ada" }"#)
    #expect(
      Matcher.body(Data([0xFF])).reason(FakeRequest(url: Self.request.url))
        == "body: expected 1 byte, was no body")
  }

  @Test func whatMatchedIsCaptured() async throws {
    let transport = FakeTransport()
    let pages = Captured<[String?]>([])
    transport.when(\.respond, matching: .all(.get("/"), .query("page", .capture(into: pages))))
      .thenReturn(.status(200))
    _ = try await transport.session().data(from: URL(string: "https://example.com/?page=4")!)
    #expect(pages.value == ["4"])
  }

  @Test func theNewestConditionAnswers() async throws {
    let transport = FakeTransport()
    transport.respond(with: 0)
    transport.respond(to: .path(.prefix("/users")), with: 1)
    transport.respond(to: .get("/users/7"), with: 2, status: 203, headers: ["X-A": "b"])
    transport.respond(to: .delete("/users/7"), status: 204)
    transport.fail(.get("/users/8"), with: .timedOut)
    let client = URLSessionNetworkClient(session: transport.session())
    let base = "https://example.com"
    #expect(try await client.get(base + "/", as: Int.self) == 0)
    #expect(try await client.get(base + "/users/1", as: Int.self) == 1)
    #expect(try await client.get(base + "/users/7", as: Int.self) == 2)
    try await client.delete(base + "/users/7")
    await #expect(throws: NetworkError.self) {
      try await client.get(base + "/users/8", as: Int.self)
    }
    transport.respond(with: 9)
    #expect(try await client.get(base + "/users/8", as: Int.self) == 9)
  }
}
