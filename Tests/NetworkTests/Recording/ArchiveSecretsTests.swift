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
    let secrets = (1...7).map { "pw-\($0)" }
    let text = try await recorded(redacting: ["password", "access_token"]) { request in
      switch request.path {
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
      for path in ["/lines", "/cut", "/events", "/moved"] { _ = await fetch(transport, url + path) }
      for (head, secret) in [("name=password", "pw-6"), ("name=\"password\"", "pw-7")] {
        _ = await fetch(
          transport, url + "/parts", method: "POST",
          headers: ["Content-Type": "multipart/form-data; boundary=b"],
          body: "--b\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(secret)")
      }
    }
    #expect(secrets.filter(text.contains) == [])
    #expect(text.contains("event: a") && text.contains("x.example/#access_token=REDACTED"))
  }

  @Test func aTokenInALaterPathIsReplacedWhenItIsReplayed() async throws {
    let token = "abcdefgh-12345678"
    let steps: (FakeTransport, String) async throws -> Void = { transport, url in
      _ = await fetch(transport, url + "/me", headers: ["Authorization": "Bearer \(token)"])
      #expect(await fetch(transport, url + "/users/\(token)") == "200 hi")
    }
    let text = try await recorded(respond: { _ in .text("hi") }, steps)
    #expect(text.contains("/users/REDACTED"))
    try await steps(folder.transport(.none), "http://127.0.0.1:9")
  }
}

/// When the file is written, and what happens if it is not.
@Suite struct ArchiveWritingTests {
  let folder = ArchiveFolder()

  private func end(
    _ mode: RecordingMode, hasThrown: Bool = false, _ body: (FakeTransport) async throws -> Void
  ) async throws -> [String] {
    let probe = ProbedScope()
    try await probe.run { try await body(try folder.transport(mode, test: "a()")) }
    return probe.endWithTexts(hasThrown: hasThrown)
  }

  @Test func theFileIsWrittenAtTheEndOfTheScope() async throws {
    let server = try LoopbackServer { .text($0.path) }
    defer { server.stop() }
    let url = server.url.absoluteString
    let found = try await end(.all) { transport in
      _ = await fetch(transport, url + "/a")
      #expect(folder.text == "")
    }
    #expect(found == [] && folder.text.contains("/a"))
    let text = folder.text
    let other = try await end(.all, hasThrown: true) { _ = await fetch($0, url + "/b") }
    #expect(
      other == ["Recordings/test.har was not written, and is as it was: the test threw an error."])
    #expect(folder.text == text)
  }

  @Test func entriesStandInTheOrderOfTheRequests() async throws {
    let isSecondOver = Captured(false)
    let server = try LoopbackServer { request in
      while request.path == "/first", !isSecondOver.value { usleep(500) }
      return .text("a")
    }
    defer { server.stop() }
    let url = server.url.absoluteString
    _ = try await end(.all) { transport in
      async let first = fetch(transport, url + "/first")
      _ = try await transport.nextCall(to: \.respond)
      _ = await fetch(transport, url + "/second")
      isSecondOver.value = true
      _ = await first
    }
    #expect(try HTTPArchive(folder.file)?.exchanges.map(\.request.path) == ["/first", "/second"])
  }

  @Test func aFlawThatTheCodeSwallowsFailsTheTest() async throws {
    try folder.write(
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "http://x/a"}, "response": {"status": 200, "content": {"size": 9}}}]}}"#
    )
    let found = try await end(.none) { _ = await fetch($0, "http://x/a") }
    #expect(found.count == 1 && found.first?.contains("its body of 9 bytes") == true)
  }

  @Test func aFileThatCannotBeWrittenFailsTheTest() async throws {
    let server = try LoopbackServer { _ in .text("a") }
    defer { server.stop() }
    let found = try await end(.all) { transport in
      _ = await fetch(transport, server.url.absoluteString)
      try FileManager.default.createDirectory(
        atPath: folder.file.path, withIntermediateDirectories: true)
    }
    #expect(found.count == 1 && found.first?.contains("was not written") == true, "\(found)")
  }

  @Test func aToolRecordsTwiceIntoOneFile() async throws {
    let server = try LoopbackServer { _ in .text("a") }
    defer { server.stop() }
    for _ in 0..<2 {
      let transport = try FakeTransport.recording(to: URL(fileURLWithPath: folder.file.path))
      #expect(await fetch(transport, server.url.absoluteString + "/a") == "200 a")
    }
  }
}
