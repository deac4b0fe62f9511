import FakedClients
import Foundation
import Testing

@Suite struct RequestMatcherTests {
  private static let request = FakeRequest(
    method: "POST", url: URL(string: "https://example.com/z%C3%BC/1?page=2&q=a%20b&flag&page=3")!,
    headers: ["Content-Type": "application/json", "X-Empty": ""],
    body: Data(#"{ "name" : "Ada" }"#.utf8))

  @Test func aMatcherChecksItsPart() {
    let fitting: [Matcher<FakeRequest>] = [
      .post("/zü/1"), .method("post"), .host("example.com"), .path("/zü/1"),
      .path(.prefix("/zü/")), .query("page", "2"), .query("q", "a b"), .query("flag", .isNil),
      .query("missing", .isNil), .query("page", .type(String.self, .oneOf("1", "2"))),
      .header("content-type", "application/json"), .header("X-Empty", ""),
      .header("Accept", .isNil),
      .header("Content-Type", .type(String.self, .prefix("application/"))),
      .body(#"{ "name" : "Ada" }"#), .body(Data(#"{ "name" : "Ada" }"#.utf8)),
      .json(Visitor(name: "Ada")), .json(["name": "Ada"]),
      .keyPath(\.url.scheme, .equal("https")),
      .all(.post("/zü/1"), .query("page", "2"), .json(Visitor(name: "Ada"))),
    ]
    let others: [Matcher<FakeRequest>] = [
      .post("/z%C3%BC/1"), .post("/zü/1/"), .get("/zü/1"), .put("/zü/1"), .patch("/zü/1"),
      .delete("/zü/1"), .head("/zü/1"), .method("GET"), .host("example.org"),
      .path(.prefix("/a")), .query("page", "3"), .query("page", .isNil),
      .header("Content-Type", "text/plain"), .body(#"{"name":"Ada"}"#), .body(""),
      .json(Visitor(name: "Bob")), .json([1]), .all(.post("/zü/1"), .query("page", "7")),
      .not(.method("POST")),
    ]
    #expect(fitting.filter { !$0.matches(Self.request) }.map(\.description) == [])
    #expect(others.filter { $0.matches(Self.request) }.map(\.description) == [])
  }

  @Test func aMismatchNamesThePartAndBothValues() {
    let reasons: [(Matcher<FakeRequest>, String)] = [
      (.get("/zü/1"), #"method: expected "GET", was "POST""#),
      (.host("a.b"), #"host: expected "a.b", was "example.com""#),
      (.path("/"), #"path: expected "/", was "/zü/1""#),
      (.query("page", "1"), #"query item page: expected "1", was "2""#),
      (.header("accept", "a/b"), #"header accept: expected "a/b", was nil"#),
      (.body("x"), #"body: expected x, was { "name" : "Ada" }"#),
      (.json([1]), #"body: expected [1], was { "name" : "Ada" }"#),
    ]
    for (matcher, reason) in reasons { #expect(matcher.reason(Self.request) == reason) }
    let empty = FakeRequest(url: Self.request.url)
    #expect(Matcher.body(Data([0xFF])).reason(empty) == "body: expected 1 byte, was no body")
  }
}
