import FakedClients
import Foundation
import TestSupport
import Testing

/// The secrets that an archive must not have, and the texts that it keeps.
@Suite struct ArchiveSecretsTests {
  private let folder = ArchiveFolder()

  @Test(arguments: SecretCase.all)
  func onlySecretsAreRemovedFromTheFile(_ secret: SecretCase) async throws {
    try await secret.check(in: folder)
  }

  /// The export of a browser, which doesn't redact secrets.
  private static let exported = #"""
    {"log": {"pages": [{"title": "https://a.example/?api_key=pw-1"}], "entries": [
      {"_initiator": {"url": "https://a.example/topsecret-8"},
        "request": {"method": "POST", "url": "https://a.example/items?api_key=pw-2",
          "headers": [{"name": ":path", "value": "/topsecret-8?api_key=pw-3&next=https://a.example/"},
            {"name": "authorization", "value": "Bearer topsecret-8"}],
          "queryString": [{"name": "api_key", "value": "pw-4"}],
          "cookies": [{"name": "sid", "value": "pw-5"}],
          "postData": {"mimeType": "application/json", "text": "{\"api_key\": \"pw-6\"}",
            "params": [{"name": "api_key", "value": "pw-7"}]}},
        "response": {"status": 200, "headers": [], "content": {"size": 1, "mimeType": "text/plain",
          "text": "dG9wc2VjcmV0LTg=", "encoding": "base64"}}},
      {"request": {"method": "GET", "url": "https://a.example/", "headers": [{"name": "Cookie", "value": "a=pw-8"}]},
        "response": {"status": 200, "content": {"text": "%topsecret-8"}}}
    ]}}
    """#

  @Test func addingToAnArchiveRedactsIt() async throws {
    let server = try LoopbackServer { _ in .text("new") }
    defer { server.stop() }
    try folder.write(Self.exported)
    let posted = #"{"api_key": "pw-10"}"#
    let transport = try folder.transport(
      .missing, redacting: SecretCase.names)
    #expect(
      await fetch(transport, "https://a.example/items?api_key=pw-9", method: "POST", body: posted)
        == "200 topsecret-8")
    #expect(await fetch(transport, server.url.absoluteString + "/a") == "200 new")
    let texts = ["/items?api_key=REDACTED", "pw-", "topsecret", "dG9wc2Vj"]
    #expect(texts.filter(folder.text.contains) == ["/items?api_key=REDACTED"])
    let again = try folder.transport(
      .none, redacting: SecretCase.names)
    #expect(
      await fetch(again, "https://a.example/items?api_key=x", method: "POST", body: posted)
        == "200 REDACTED")
  }

  @Test func aClosureCanRemoveUnnamedSecrets() async throws {
    let server = try LoopbackServer { .text("card 4111-1111, for \($0.path)") }
    defer { server.stop() }
    let change: @Sendable (inout RecordedExchange) -> Void = { exchange in
      let text = String(decoding: exchange.response?.body ?? Data(), as: UTF8.self)
      exchange.response?.body = Data(text.replacingOccurrences(of: "4111-1111", with: "0000").utf8)
      exchange.request.url = URL(
        string: exchange.request.url.absoluteString.replacingOccurrences(of: "ada", with: "user"))!
    }
    func transport(_ mode: RecordingMode) throws -> FakeTransport {
      try folder.transport(mode, change: change)
    }
    let url = server.url.absoluteString + "/ada"
    #expect(await fetch(try transport(.all), url) == "200 card 4111-1111, for /ada")
    #expect(await fetch(try transport(.none), url) == "200 card 0000, for /ada")
    #expect(folder.text.contains("/user\"") && !folder.text.contains("4111-1111"))
  }
}
