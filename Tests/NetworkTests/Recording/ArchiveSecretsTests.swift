import FakeableClients
import FakedClients
import FakedTesting
import Foundation
import TestSupport
import Testing

/// What of a secret is replaced in an archive, and what is none.
@Suite struct ArchiveSecretsTests {
  let folder = ArchiveFolder()

  /// The file after requests of which each is a function of the address.
  private func recorded(
    redacting: [String] = [], respond: @escaping LoopbackServer.Respond,
    _ body: (FakeTransport, String) async throws -> Void
  ) async throws -> String {
    let server = try LoopbackServer(respond: respond)
    defer { server.stop() }
    try await body(folder.transport(.all, redacting: redacting), server.url.absoluteString)
    return folder.text
  }

  private struct Aged: Encodable {
    let age = 31_536_000
    let text = "07:28:00 /accounts-2 topsecret-1"
  }

  @Test func attributesOfCookiesAreNoSecrets() async throws {
    let cookie =
      "sid=topsecret-1; Domain=127.0.0.1; Path=/accounts-2; Max-Age=31536000; "
      + "Expires=Wed, 21 Oct 2026 07:28:00 GMT"
    let two = "a=one-1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=two-2"
    let text = try await recorded { request in
      .json(Aged(), headers: ["Set-Cookie": request.path == "/two" ? two : cookie])
    } _: { transport, url in
      for path in ["/accounts-2", "/two"] { _ = await fetch(transport, url + path) }
    }
    #expect(text.contains("\"a=REDACTED; Expires=Wed, 21 Oct 2026 07:28:00 GMT\""))
    #expect(text.contains("\"b=REDACTED\""))
    #expect(text.contains("http://127.0.0.1:"))
    #expect(text.contains("31536000") && text.contains("07:28:00 /accounts-2 REDACTED"))
    #expect(text.contains("sid=REDACTED; Domain=127.0.0.1; Path=/accounts-2; Max-Age=31536000"))
    #expect(!text.contains("topsecret"))
  }

  @Test func parametersOfCredentialsAreNoSecrets() async throws {
    let text = try await recorded {
      .text($0.path + " cafecafe-12 topsecret-2 00000001")
    } _: {
      transport, url in
      _ = await fetch(
        transport, url + "/accounts-2",
        headers: [
          "Authorization":
            #"Digest realm="cafecafe-12", uri="/accounts-2", nc=00000001, response="topsecret-2""#
        ])
    }
    #expect(text.contains("/accounts-2 cafecafe-12 REDACTED 00000001"))
  }

  @Test func aSecretIsFoundInEveryForm() async throws {
    let (short, long) = ("ab/cd+ef-12345678", "ab/cd+ef-12345678/9")
    let bytes = Data([0xFF]) + Data(short.utf8)
    let text = try await recorded { request in
      switch request.path {
      case "/json": .data(Data(#"{"a": "ab\/cd+ef-12345678\/9"}"#.utf8), type: "application/json")
      case "/bytes": .data(bytes)
      default: .text("ab%2Fcd%2Bef-12345678 ab%2fcd%2bef-12345678 \(long)")
      }
    } _: { transport, url in
      for path in ["/json", "/bytes", "/text"] { _ = await fetch(transport, url + path) }
      for token in [short, long] {
        _ = await fetch(transport, url + "/me", headers: ["Authorization": "Bearer \(token)"])
      }
    }
    #expect(!text.contains("cd+ef") && !text.contains("cd%2") && !text.contains("REDACTED/9"))
    #expect(!text.contains(bytes.base64EncodedString()))
  }

  @Test func secretsOfAllPlacesGo() async throws {
    let secrets = (1...8).map { "pw-\($0)" }
    let json = #"{"password": "pw-0"}"#
    let wide = [[], [0xFF, 0xFE]].map { Data($0 + json.utf8.flatMap { [$0, 0] }) }
    let text = try await recorded(redacting: ["password", "access_token"]) { request in
      switch request.path {
      case "/0": .data(wide[0], type: "application/json; charset=utf-16le")
      case "/1": .data(wide[1], type: "text/plain")
      case "/table": .text("[a]\npassword = \"\(secrets[7])\"")
      case "/lines": .text("{\"password\": \"\(secrets[0])\"}\n{\"a\": 1}")
      case "/cut": .data(Data(#"{"password": "pw-2", "b":"#.utf8), type: "application/json")
      case "/events":
        .data(
          Data("event: a\ndata: {\"password\": \"pw-3\"}\n\n".utf8), type: "text/event-stream")
      case "/moved":
        .status(201, headers: ["Location": "https://pw-4@x.example/#access_token=pw-5"])
      default: .text("ok")
      }
    } _: { transport, url in
      for path in ["/0", "/1", "/table", "/lines", "/cut", "/events", "/moved"] {
        _ = await fetch(transport, url + path)
      }
      for (head, secret) in [("name=password", "pw-6"), ("name=\"password\"", "pw-7")] {
        _ = await fetch(
          transport, url + "/parts", method: "POST",
          headers: ["Content-Type": "multipart/form-data; boundary=b"],
          body: "--b\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(secret)")
      }
    }
    #expect((secrets + wide.map { $0.base64EncodedString() }).filter(text.contains) == [])
    #expect(text.contains("event: a") && text.contains("x.example/#access_token=REDACTED"))
  }

  @Test func aNameWithoutAValueStays() async throws {
    let bodies = [
      ("text/markdown", "[Cookie policy](/cookies)"), ("text/css", "[cookie-bar] { top: 0 }"),
      ("text/event-stream", "event: password\ndata: {\"a\": 1}\n\n"),
      ("text/event-stream", "event: password\ndata: hello\n\n"),
    ]
    let text = try await recorded(redacting: ["password"]) { request in
      let (type, body) = bodies[Int(request.path.dropFirst()) ?? 0]
      return .data(Data(body.utf8), type: type)
    } _: { transport, url in
      for index in bodies.indices { _ = await fetch(transport, url + "/\(index)") }
    }
    #expect(!text.isEmpty && !text.contains("REDACTED"))
  }

  @Test func bodiesOfUnusualFormsAreRedacted() async throws {
    let lines = "-----BEGIN KEY-----\r\npw-1\r\n-----END KEY-----\r\n--bc pw-2"
    let parts = [
      ("password", lines), ("note", "kept"), ("data", "{\"password\": \"pw-3\"}"),
      ("file\"; filename=\"password", "kept too"),
    ].map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }
    let text = try await recorded(redacting: ["password"]) { request in
      switch request.path {
      case "/space": .data(Data("\n{\"password\": \"pw-4\"}".utf8), type: "text/html")
      case "/mark": .data(Data("\u{FEFF}{\"password\": \"pw-5\"}".utf8), type: "text/plain")
      default: .text("\(request.method) \(request.header("Content-Type") ?? "without a type")")
      }
    } _: { transport, url in
      for path in ["/space", "/mark"] { _ = await fetch(transport, url + path) }
      // Foundation names the type of the first two on the wire alone.
      for body in ["user=eve&password=pw-6", " {\"password\": \"pw-7\"}"] {
        _ = await fetch(transport, url + "/form", method: "POST", body: body)
      }
      _ = await fetch(transport, url + "/form", method: "PUT", body: "password=pw-8")
      _ = await fetch(
        transport, url + "/parts", method: "POST",
        headers: ["Content-Type": "multipart/form-data; boundary=b"],
        body: parts.joined() + "--b--\r\n")
    }
    #expect((1...8).filter { text.contains("pw-\($0)") } == [])
    #expect(text.contains("user=eve&password=REDACTED") && text.contains("kept\\r\\n--b"))
    #expect(text.contains("kept too"))
    #expect(text.contains("\"mimeType\": \"application/x-www-form-urlencoded\""))
    #expect(text.contains("\"mimeType\": \"\"") && text.contains("PUT without a type"))
  }

  @Test func theUserOfAnAddressIsASecretBesideItsPasswordToo() async throws {
    let address = "https://topsecret-5:x-oauth-basic@x.example/"
    let text = try await recorded {
      $0.path == "/a" ? .text("topsecret-5") : .status(201, headers: ["Location": address])
    } _: { transport, url in
      for path in ["/a", "/b"] { _ = await fetch(transport, url + path) }
    }
    #expect(text.contains("https://REDACTED:REDACTED@x.example/") && !text.contains("topsecret"))
  }

  /// As a browser exports it, who knows no secrets.
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
      {"request": {"method": "GET", "headers": [{"name": "Cookie", "value": "a=pw-8"}]},
        "response": {"content": {"text": "%topsecret-8", "encoding": "base64"}}}
    ]}}
    """#

  @Test func whatIsAddedToAnArchiveRemovesTheSecretsThatItHad() async throws {
    let server = try LoopbackServer { _ in .text("new") }
    defer { server.stop() }
    try folder.write(Self.exported)
    let transport = try folder.transport(.missing, redacting: ["api_key"])
    #expect(
      await fetch(transport, "https://a.example/items?api_key=pw-9", method: "POST")
        == "200 topsecret-8")
    #expect(await fetch(transport, server.url.absoluteString + "/a") == "200 new")
    #expect(folder.text.contains("/items?api_key=REDACTED") && folder.text.contains("_initiator"))
    #expect((1...8).filter { folder.text.contains("pw-\($0)") } == [])
    #expect(!folder.text.contains("topsecret") && !folder.text.contains("dG9wc2Vj"))
    let again = try folder.transport(.none, redacting: ["api_key"])
    #expect(
      await fetch(again, "https://a.example/items?api_key=x", method: "POST") == "200 REDACTED")
  }
}
