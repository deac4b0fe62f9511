import FakedClients
import Foundation
import TestSupport
import Testing

/// The values that the mark in a recorded request matches.
@Suite struct ArchiveMarkTests {
  let folder = ArchiveFolder()

  @Test func aTokenInAPathIsReplayedWithoutRecordingIt() async throws {
    let token = "abcdefgh-12345678"
    func steps(_ transport: FakeTransport, _ url: String) async {
      for path in ["/session/\(token)/a", "/session/\(token)"] {
        #expect(await fetch(transport, url + path) == "200 \(path.count)")
      }
      let answer = await fetch(
        transport, url + "/me", method: "POST", headers: ["Authorization": "Bearer \(token)"],
        body: "id=\(token)")
      #expect(answer == "200 3")
      #expect(await fetch(transport, url + "/users/\(token)") == "200 24")
    }
    let server = try LoopbackServer { .text("\($0.path.count)") }
    defer { server.stop() }
    let url = server.url.absoluteString
    let parts: Set<RequestPart> = [.path, .body]
    try await steps(folder.transport(.all, matching: parts), url)
    let text = folder.text
    #expect(
      [token, "/session/REDACTED/a", "/users/REDACTED"].map(text.contains) == [false, true, true])
    try await steps(folder.transport(.missing, matching: parts), url)
    #expect(folder.text == text && server.requests.value.count == 4)
    let replaying = try folder.transport(.none, matching: parts)
    await steps(replaying, "http://127.0.0.1:9")
    // A short word doesn't count as a secret, so this is a different path.
    let failure = await fetch(replaying, "http://127.0.0.1:9/session/ada")
    #expect(failure.contains("has no response to GET"))
  }

  @Test(arguments: [
    ("/items?api_key=REDACTED", "/items?api_key=K", true),
    ("/items?api_key=REDACTED", "/items?api_key=K&page=2", false),
    ("/users/REDACTED", "/users/REDACTED", true),
    ("/users/REDACTED", "/users/REDACTED/orders", false),
    ("/users/REDACTED", "/users/abcd1234==", true),
    ("/users/REDACTED", "/users/ab%2Fcd12345", true),
    ("/users/REDACTED", "/users/me/settings-page", false),
    ("/users/REDACTED", "/users/12345678?x=1", false),
    ("/a?q=REDACTED", "/a?q=ab/cd12345?", true), ("/a?q=REDACTED", "/a?q=abcd1234&page=2", false),
    ("/a?REDACTED", "/a?abcd1234==", true), ("/a?REDACTED", "/a?page=1234567", false),
  ])
  func aRedactedURLMatchesOneValuePerMark(
    recorded: String, sent: String, isRecorded: Bool
  ) async throws {
    try folder.write(entries: ArchiveFolder.entry("http://x" + recorded))
    let parts: [Set<RequestPart>] = recorded.contains("?") ? [[.url], [.path, .query]] : [[.url]]
    for parts in parts {
      let transport = try folder.transport(.none, matching: parts, redacting: ["api_key"])
      let answer = await fetch(transport, "http://x" + sent)
      #expect((answer == "200 ") == isRecorded, "\(answer)")
    }
  }

  @Test(arguments: [
    (#"{"token": "ab/cd=12345?"}"#, true), (#"{"token": "REDACTED", "user": "eve"}"#, false),
    (#"{"token": "abcd1234", "user": "eve"}"#, false),
  ])
  func aRedactedBodyMatchesOneValuePerMark(body: String, isRecorded: Bool) async throws {
    let posted = #"{"mimeType": "application/json", "text": "{\"token\": \"REDACTED\"}"}"#
    try folder.write(entries: ArchiveFolder.entry("http://x/", method: "POST", posted: posted))
    let transport = try folder.transport(.none, matching: [.method, .url, .body])
    let answer = await fetch(transport, "http://x/", method: "POST", body: body)
    #expect((answer == "200 ") == isRecorded, "\(answer)")
  }
}
