import FakeableClients
import FakedClients
import FakedTesting
import Foundation
import TestSupport
import Testing

/// What is recorded from a server is replayed without it.
@Suite struct ArchiveRecordingTests {
  let folder = ArchiveFolder()

  /// Runs the part with the server, and then without.
  private func twice(
    redacting: [String] = [], matching: Set<RequestPart> = [.method, .path, .query],
    respond: @escaping LoopbackServer.Respond,
    _ body: (FakeTransport, String) async throws -> Void
  ) async throws {
    let server = try LoopbackServer(respond: respond)
    defer { server.stop() }
    try await body(
      folder.transport(.all, matching: matching, redacting: redacting), server.url.absoluteString)
    let count = server.requests.value.count
    #expect(count > 0)
    try await body(
      folder.transport(.none, matching: matching, redacting: redacting), "http://127.0.0.1:9")
    #expect(server.requests.value.count == count)
  }

  @Test func bodiesOfAllKindsComeBack() async throws {
    let bytes = Data((0...255).map { UInt8($0) })
    let table = Data("\u{FEFF}a;topsecret-1".utf8)
    let wide = Data([0x68, 0, 0x69, 0])
    try await twice(redacting: ["X-Id"]) { request in
      switch request.path {
      case "/binary": .data(bytes)
      case "/text": .text("Grüezi \u{1F600}")
      case "/chunks": .chunks([Data("one ".utf8), Data("two".utf8)])
      case "/csv": .data(table, type: "text/csv", headers: ["X-Id": "topsecret-1"])
      case "/wide": .data(wide, type: "text/plain; charset=utf-16le")
      case "/empty": .status(204)
      case "/old": .redirect(to: "/text")
      case "/post":
        .text("\(request.text ?? "") \(request.query("b") ?? "")", headers: ["X-Number": "7"])
      default: .status(404)
      }
    } _: { transport, url in
      #expect(await fetch(transport, url + "/post?b=c", method: "POST", body: "hi") == "200 hi c")
      let call = try #require(transport.calls(to: \.respond).first?.value)
      #expect(call.headers.first { $0.key.lowercased() == "x-number" }?.value == "7")
      let session = transport.session()
      let binary = try await session.data(from: URL(string: url + "/binary")!).0
      #expect(binary == bytes)
      let csv = try await session.data(from: URL(string: url + "/csv")!).0
      #expect(csv.starts(with: table.prefix(5)) && [table.count, 13].contains(csv.count))
      let (text, response) = try await session.data(from: URL(string: url + "/wide")!)
      #expect(text == wide && response.textEncodingName == "utf-16le")
      #expect(await fetch(transport, url + "/text") == "200 Grüezi \u{1F600}")
      #expect(await fetch(transport, url + "/chunks") == "200 one two")
      #expect(await fetch(transport, url + "/empty") == "204 ")
      #expect(await fetch(transport, url + "/old") == "200 Grüezi \u{1F600}")
      #expect(await fetch(transport, url + "/other") == "404 ")
      #expect(await fetch(transport, url + "/text", method: "HEAD") == "200 ")
    }
    #expect(folder.text.contains("\"redirectURL\": \"/text\""))
    #expect(folder.text.contains("\"encoding\": \"base64\""))
    #expect(folder.text.contains("Grüezi"))
    #expect(folder.text.contains("\"statusText\": \"\""))
  }

  @Test func aConnectionThatFailedFailsAgain() async throws {
    let server = try LoopbackServer { _ in .failure(.timedOut) }
    defer { server.stop() }
    func code(_ transport: FakeTransport, _ url: String) async throws -> URLError.Code {
      let error = await #expect(throws: URLError.self) {
        try await transport.session().data(from: URL(string: url)!)
      }
      return try #require(error).code
    }
    let first = try await code(folder.transport(.all), server.url.absoluteString + "/a")
    #expect(try await code(folder.transport(.none), "http://127.0.0.1:9/a") == first)
    #expect(folder.text.contains("\"_error\": \"URLError "))
  }

  @Test func secretsNeverReachTheFile() async throws {
    // Each is short and stands in one place, so that nothing but the rule for the place finds it.
    let secrets = (1...7).map { "pw-\($0)" }
    try await twice(redacting: ["api_key", "password", "X-Key", "access_token"]) { _ in
      .json(
        ["access_token": secrets[0], "user": "ada"],
        headers: ["Set-Cookie": "session=\(secrets[1]); Path=/", "X-Key": secrets[2]])
    } _: { transport, url in
      let session = transport.session()
      _ = await fetch(
        transport, url + "/login?api_key=\(secrets[3])&page=2", method: "POST",
        headers: ["Authorization": "Bearer \(secrets[4])", "Content-Type": "application/json"],
        body: "{\"user\": \"lin\", \"password\": \"\(secrets[4])\"}", session: session)
      _ = await fetch(
        transport, url + "/form", method: "POST",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: "user=eve&password=\(secrets[5])", session: session)
      _ = await fetch(
        transport, url + "/parts", method: "POST",
        headers: ["Content-Type": "multipart/form-data; boundary=b"],
        body:
          "--b\r\nContent-Disposition: form-data; name=\"Password\"\r\n\r\n"
          + "\(secrets[6])\r\n--b--\r\n",
        session: session)
    }
    #expect(secrets.filter(folder.text.contains) == [])
    #expect(["ada", "lin", "eve", "page=2"].filter { !folder.text.contains($0) } == [])
  }

  @Test func aSecretIsRemovedWhereverItStandsEvenBeforeItIsShown() async throws {
    let token = "s3cr3t-0123456789"
    try await twice { request in
      .json(["id": token, "echo": "\(request.headers)", "url": request.url.absoluteString])
    } _: { transport, url in
      _ = await fetch(transport, url + "/login")
      _ = await fetch(
        transport, url + "/\(token)",
        headers: ["authorization": "Bearer \(token)", "X-Copy": token])
    }
    #expect(!folder.text.isEmpty && !folder.text.contains("s3cr3t"))
  }

  @Test func matchingLooksAtWhatIsAskedFor() async throws {
    try await twice(matching: [.method, .path, .body, .header("Accept")]) { request in
      .text((request.text ?? "") + (request.header("Accept") ?? ""))
    } _: { transport, url in
      let isReplay = url.hasSuffix(":9")
      let bodies = [#"{"a": 1, "b": 2}"#, #"{"a": 2}"#]
      for body in isReplay ? bodies.reversed() : bodies {
        let answer = await fetch(
          transport, url + "/a?\(isReplay)", method: "POST", headers: ["Accept": "x"],
          body: isReplay ? body.replacingOccurrences(of: " ", with: "") : body)
        #expect(answer == "200 \(body)x")
      }
    }
  }

  @Test func recordingAgainKeepsTheFileWhereOnlyTheTimeIsAnother() async throws {
    let server = try LoopbackServer { _ in .text("same") }
    defer { server.stop() }
    var texts: [String] = []
    for _ in 0..<2 {
      // Another process would be another owner of the file; here the test is.
      let transport = try FakeTransport.recording(
        to: URL(fileURLWithPath: folder.path + "/\(texts.count).har"))
      #expect(await fetch(transport, server.url.absoluteString + "/a") == "200 same")
      texts.append(
        try String(contentsOfFile: folder.path + "/\(texts.count).har", encoding: .utf8))
      try folder.write(texts[0])
    }
    var archive = try #require(try HTTPArchive(RecordingFile(path: folder.path + "/1.har")))
    archive.keepTimes(of: try #require(try HTTPArchive(folder.file)))
    #expect(archive.json.prettyText == texts[0])
  }

  @Test func missingAddsToTheFileAndKeepsTheRest() async throws {
    let server = try LoopbackServer { .text($0.path) }
    defer { server.stop() }
    let url = server.url.absoluteString
    #expect(await fetch(try folder.transport(.missing), url + "/a") == "200 /a")
    try folder.write(
      folder.text.replacingOccurrences(of: "\"log\": {", with: "\"log\": {\n\"_mine\": 1,"))
    // The owner of the file is this process; the second part stands for a later one.
    let copy = RecordingFile(path: folder.path + "/copy.har", shortPath: "copy.har")
    try FileManager.default.copyItem(atPath: folder.file.path, toPath: copy.path)
    let transport = try FakeTransport(
      copy, .init(mode: .missing, matching: [.path]), clock: ContinuousClock(), test: "b",
      at: CallSite("A.swift", "A.swift", 1, 1))
    #expect(await fetch(transport, url + "/a") == "200 /a")
    #expect(await fetch(transport, url + "/b") == "200 /b")
    #expect(server.requests.value.map(\.path) == ["/a", "/b"])
    let text = try String(contentsOfFile: copy.path, encoding: .utf8)
    #expect(text.contains("\"_mine\": 1"))
    #expect(try HTTPArchive(copy)?.exchanges.map(\.request.path) == ["/a", "/b"])
  }

  @Test func latenciesAreReplayedOnRequest() async throws {
    try folder.write(
      #"{"log": {"entries": [{"time": 250, "request": {"method": "GET", "url": "http://x/a"}, "response": {"status": 200}}]}}"#
    )
    let fast = try folder.transport(.none)
    #expect(await fetch(fast, "http://x/a") == "200 ")
    #expect(fast.calls(to: \.respond).first?.value?.delay == .zero)
    let clock = HandClock()
    let slow = try folder.transport(.none, latencies: true, clock: clock)
    async let answer = fetch(slow, "http://x/a")
    while slow.calls(to: \.respond).first?.value == nil { await Task.yield() }
    #expect(slow.calls(to: \.respond).first?.value?.delay == .milliseconds(250))
    await clock.sleepers(2)
    clock.advance(by: .milliseconds(250))
    #expect(await answer == "200 ")
  }

  @Test func aStubAnswersBeforeTheRecording() async throws {
    try folder.write(#"{"log": {"entries": []}}"#)
    let transport = try folder.transport(.none)
    transport.respond(to: .get("/a"), status: 418)
    #expect(await fetch(transport, "http://x/a") == "418 ")
  }
}
