import FakeableClients
import FakedClients
import FakedTesting
import Foundation
import TestSupport
import Testing

/// What the mark in a recorded request stands for when requests are replayed.
@Suite struct ArchiveMarkTests {
  let folder = ArchiveFolder()

  @Test func aTokenInALaterPathIsReplacedWhenItIsReplayed() async throws {
    let token = "abcdefgh-12345678"
    let steps: (FakeTransport, String) async throws -> Void = { transport, url in
      _ = await fetch(transport, url + "/me", headers: ["Authorization": "Bearer \(token)"])
      #expect(await fetch(transport, url + "/users/\(token)") == "200 hi")
    }
    let server = try LoopbackServer { _ in .text("hi") }
    defer { server.stop() }
    try await steps(folder.transport(.all), server.url.absoluteString)
    #expect(folder.text.contains("/users/REDACTED"))
    try await steps(folder.transport(.none), "http://127.0.0.1:9")
  }

  @Test func aTokenInAnEarlierPathIsReplayedToo() async throws {
    let token = "abcdefgh-12345678"
    let steps: (FakeTransport, String) async throws -> Void = { transport, url in
      for path in ["/session/\(token)/a", "/session/\(token)"] {
        #expect(await fetch(transport, url + path) == "200 \(path.count)")
      }
      let answer = await fetch(
        transport, url + "/me", method: "POST", headers: ["Authorization": "Bearer \(token)"],
        body: "id=\(token)")
      #expect(answer == "200 3")
    }
    let server = try LoopbackServer { .text("\($0.path.count)") }
    defer { server.stop() }
    let url = server.url.absoluteString
    let parts: Set<RequestPart> = [.path, .body]
    try await steps(folder.transport(.all, matching: parts), url)
    #expect(!folder.text.contains(token) && folder.text.contains("/session/REDACTED/a"))
    let text = folder.text
    try await steps(folder.transport(.missing, matching: parts), url)
    #expect(folder.text == text && server.requests.value.count == 3)
    let replaying = try folder.transport(.none, matching: parts)
    try await steps(replaying, "http://127.0.0.1:9")
    // What nobody takes for a secret is another path.
    #expect(await fetch(replaying, "http://127.0.0.1:9/session/ada").contains("has no call"))
  }

  private static let marked = #"""
    {"log": {"entries": [
      {"request": {"method": "GET", "url": "https://a.example/items?api_key=REDACTED"},
        "response": {"status": 200}},
      {"request": {"method": "GET", "url": "https://a.example/users/REDACTED"},
        "response": {"status": 200}},
      {"request": {"method": "POST", "url": "https://a.example/",
          "postData": {"mimeType": "application/json", "text": "{\"token\": \"REDACTED\"}"}},
        "response": {"status": 200}}
    ]}}
    """#

  @Test(arguments: [
    ("/items?api_key=K", nil, true), ("/items?api_key=K&page=2", nil, false),
    ("/users/REDACTED", nil, true), ("/users/REDACTED/orders", nil, false),
    ("/users/abcd1234==", nil, true), ("/users/ab%2Fcd12345", nil, true),
    ("/users/me/settings-page", nil, false), ("/users/12345678?x=1", nil, false),
    ("/", #"{"token": "ab/cd=12345?"}"#, true),
    ("/", #"{"token": "REDACTED", "user": "eve"}"#, false),
    ("/", #"{"token": "abcd1234", "user": "eve"}"#, false),
  ])
  func aMarkStandsForOneValue(path: String, body: String?, isRecorded: Bool) async throws {
    try folder.write(Self.marked)
    let transport = try folder.transport(
      .none, matching: [.method, .url, .body], redacting: ["api_key"])
    let answer = await fetch(
      transport, "https://a.example" + path, method: body == nil ? "GET" : "POST", body: body)
    #expect((answer == "200 ") == isRecorded, "\(answer)")
  }

  @Test(arguments: [
    ("q=REDACTED", "q=ab/cd12345?", true), ("q=REDACTED", "q=abcd1234&page=2", false),
    ("REDACTED", "abcd1234==", true), ("REDACTED", "page=1234567", false),
  ])
  func aMarkInAQueryStandsForOneValue(
    recorded: String, query: String, isRecorded: Bool
  ) async throws {
    try folder.write(
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "http://x/a?\#(recorded)"}, "response": {"status": 200}}]}}"#
    )
    for part in [RequestPart.url, .query] {
      let answer = await fetch(try folder.transport(.none, matching: [part]), "http://x/a?" + query)
      #expect((answer == "200 ") == isRecorded, "\(answer)")
    }
  }
}
