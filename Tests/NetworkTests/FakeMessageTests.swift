import FakedClients
import Foundation
import Testing

/// The requests and responses that a test creates itself.
@Suite struct FakeMessageTests {
  private let url = URL(string: "https://example.com")!

  @Test func thePartsOfARequestCanBeRead() throws {
    let request = FakeRequest(
      method: "PUT", url: URL(string: "https://example.com/a?b=1")!, headers: ["Accept": "x/y"],
      body: Data(#"{"name":"Ada"}"#.utf8))
    let parts = [request.path, request.query("b"), request.header("ACCEPT"), request.text]
    #expect(parts == ["/a", "1", "x/y", #"{"name":"Ada"}"#])
    #expect(try request.json() == Visitor(name: "Ada"))
    let empty = FakeRequest(url: url)
    #expect(throws: DecodingError.self) { try empty.json(as: Int.self) }
    #expect(empty.path == "/" && empty.queryItems.isEmpty)
    #expect(FakeRequest(url: url, body: Data([0xFF])).text == nil)
  }

  @Test func aRequestIsDescribedWithItsBody() {
    let texts = [Data(), Data("a".utf8), Data([0xFF]), Data(count: 10_000_000)].map {
      "\(FakeRequest(method: "POST", url: url, body: $0))"
    }
    let post = "POST https://example.com"
    #expect(texts == [post, "\(post) a", "\(post) 1 byte", "\(post) 10000000 bytes"])
  }

  @Test func aResponseIsDescribedWithItsDelayAndFailure() {
    let responses: [(FakeResponse, String)] = [
      (.json(["a": 1]), #"200 {"a":1}"#),
      (.status(404), "404"),
      (.data(Data([0xFF, 0])), "200 2 bytes"),
      (.failure(.timedOut), "fails with URLError -1001"),
      (.text("half").broken(), "200 half, fails with URLError -1005"),
      (.status(200).delayed(by: .seconds(2)).delayed(by: .seconds(1)), "after 3.0 seconds: 200"),
    ]
    for (response, text) in responses { #expect("\(response)" == text) }
  }

  @Test func aResponseHasTheHeadersForItsBody() {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    let json = FakeResponse.json(
      Date(timeIntervalSince1970: 7), headers: ["content-type": "a/b"], encoder: encoder)
    #expect(json.body == Data("7".utf8))
    let responses: [(FakeResponse, Int?, [String: String])] = [
      (
        .text("Zoë", status: 201, headers: ["X-A": "b"]), 201,
        ["X-A": "b", "Content-Type": "text/plain; charset=utf-8", "Content-Length": "4"]
      ),
      (.json(1), 200, ["Content-Type": "application/json", "Content-Length": "1"]),
      // Headers of the test take precedence.
      (json, 200, ["content-type": "a/b", "Content-Length": "1"]),
      (.redirect(to: "/b"), 302, ["Location": "/b", "Content-Length": "0"]),
      (.status(204), 204, [:]), (.chunks([Data("a".utf8), Data(), Data("b".utf8)]), 200, [:]),
      (.failure(.timedOut), nil, [:]),
    ]
    for (response, status, headers) in responses {
      #expect(response.status == status && response.headers == headers, "\(response)")
    }
  }

  @Test func errorsOfAClientShowTheResponse() throws {
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: 404, httpVersion: nil, headerFields: nil))
    let corrupted = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no JSON"))
    let gone = Data("gone".utf8)
    let offline = URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "too late"])
    let infinite = EncodingError.invalidValue(
      Double.infinity, .init(codingPath: [], debugDescription: "no number"))
    let errors: [(NetworkError, String)] = [
      (.status(404, gone, response), "https://example.com responded with status 404: gone."),
      (.status(404, Data(), response), "https://example.com responded with status 404: no body."),
      (
        .status(404, Data(count: 2_000), response),
        "https://example.com responded with status 404: 2000 bytes."
      ),
      (
        .decoding(corrupted, gone),
        "The body of the response can't be decoded: no JSON. The body: gone."
      ),
      (
        .decoding(corrupted, Data()),
        "The body of the response can't be decoded: no JSON. The body: no body."
      ),
      (
        .invalidURL("example.com"),
        """
        "example.com" is not the URL of a web server, and nothing was sent. Write it in full: \
        https://example.com/path.
        """
      ),
      (.transport(offline), "There is no response (URLError -1001): too late"),
      (
        .encoding(infinite),
        "The body of the request can't be encoded as JSON, and nothing was sent: inf, no number."
      ),
    ]
    for (error, text) in errors {
      #expect("\(error)" == text && error.localizedDescription == text)
    }
  }

  @Test func errorsOfACoderShowTheLocation() throws {
    func text<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> String {
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(type, from: Data(json.utf8))
      }
      return "\(NetworkError.decoding(try #require(error), Data(json.utf8)))"
    }
    let notJSON = try text(Int.self, "x")
    #expect(notJSON.contains("JSON") && notJSON.hasSuffix(". The body: x."))
    #expect(!notJSON.contains(".."))
    struct Page: Codable { let greetings: [Greeting] }
    #expect(
      try text(Page.self, #"{"greetings":[{"text":"a"},{"txt":"b"}]}"#) == """
        The body of the response can't be decoded: no key "text" at greetings.1. The body: \
        {"greetings":[{"text":"a"},{"txt":"b"}]}.
        """)
    let typed = try text(Page.self, #"{"greetings":[{"text":1}]}"#)
    #expect(typed.contains("expected String at greetings.0.text, "))
    let missing = try text([Int].self, "[null]")
    #expect(missing.contains("expected Int at 0, "))
  }
}
