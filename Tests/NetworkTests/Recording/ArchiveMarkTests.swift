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
    try await steps(folder.transport(.all), url)
    let text = folder.text
    #expect(
      [token, "/session/REDACTED/a", "/users/REDACTED"].map(text.contains) == [false, true, true])
    try await steps(folder.transport(.missing), url)
    #expect(folder.text == text && server.requests.value.count == 4)
    let replaying = try folder.transport(.none)
    await steps(replaying, url)
    #expect(server.requests.value.count == 4)
    // A short word doesn't count as a secret, so this is a different path.
    let failure = await fetch(replaying, url + "/session/ada")
    #expect(failure.contains("has no response to GET"))
  }
}
