import FakedClients
import Foundation
import TestSupport
import Testing

/// Archives of other programs.
@Suite struct ArchiveFormatTests {
  let folder = ArchiveFolder()

  /// The export of a browser: pseudo headers, compressed content that is stored decoded, base64, additional
  /// fields, cookies on separate lines, a redirect, and a request that failed.
  static let browser = #"""
    {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"},
      "pages": [{"id": "page_1", "title": "https://shop.example/", "pageTimings": {"onLoad": 12.5}}],
      "entries": [
        {"_initiator": {"type": "script"}, "_priority": "High", "cache": {}, "pageref": "page_1",
          "request": {"method": "GET", "url": "https://shop.example/items?page=1#top", "httpVersion": "http/2.0",
            "headers": [{"name": ":authority", "value": "shop.example"}, {"name": "accept-encoding", "value": "gzip, br"}],
            "queryString": [{"name": "page", "value": "1"}], "cookies": [], "headersSize": -1, "bodySize": 0},
          "response": {"status": 200, "statusText": "", "httpVersion": "http/2.0",
            "headers": [{"name": ":status", "value": "200"}, {"name": "content-encoding", "value": "br"},
              {"name": "content-length", "value": "11"}, {"name": "content-type", "value": "application/json"},
              {"name": "set-cookie", "value": "a=1; path=/\nb=2; path=/"}],
            "cookies": [], "content": {"size": 15, "mimeType": "application/json", "text": "{\"items\": [1,2]}"},
            "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 99, "_error": null},
          "startedDateTime": "2026-01-31T10:00:00.123Z", "time": 41.203, "timings": {"blocked": 1.5, "dns": -1, "_queued": 1}},
        {"request": {"method": "GET", "url": "https://shop.example/logo", "headers": []},
          "response": {"status": 200, "headers": [], "content": {"size": 4, "mimeType": "image/png", "text": "iVBORw==", "encoding": "base64"}}},
        {"request": {"method": "GET", "url": "https://shop.example/old", "headers": []},
          "response": {"status": 302, "headers": [], "content": {"size": 0, "mimeType": "x-unknown"},
            "redirectURL": "https://shop.example/items?page=1", "headersSize": -1, "bodySize": -1}},
        {"request": {"method": "GET", "url": "https://gone.example/", "headers": []},
          "response": {"status": 0, "headers": [], "content": {"size": 0}, "redirectURL": "", "_error": "net::ERR_NAME_NOT_RESOLVED"}},
        {"request": {"method": "GET", "url": "https://shop.example/cut", "headers": []},
          "response": {"status": 200, "headers": [], "content": {"size": 99, "mimeType": "text/plain"}}}
      ]}}
    """#

  /// The export of a proxy: a byte order mark, forms as lists, cookies as fields, and no optional fields.
  static let proxy =
    "\u{FEFF}" + #"""
      {"log": {"version": "1.1", "creator": {"name": "proxy", "version": "10"}, "comment": "",
        "entries": [
          {"request": {"method": "post", "url": "http://api.example:8080/login", "httpVersion": "HTTP/1.1",
            "headers": [{"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
            "postData": {"mimeType": "application/x-www-form-urlencoded",
              "params": [{"name": "user", "value": "ada"}, {"name": "code", "value": "7"}]}},
          "response": {"status": 201, "statusText": "Created", "httpVersion": "HTTP/1.1", "headers": [],
            "cookies": [{"name": "sid", "value": "42", "path": "/", "httpOnly": true}],
            "content": {"size": 2, "mimeType": "text/plain; charset=utf-8", "text": "ok"}},
          "startedDateTime": "2026-01-31T10:00:00+01:00", "time": 0, "timings": {"send": 0, "wait": 0}}
        ]}}
      """#

  @Test func aBrowserExportCanBeReplayed() async throws {
    try folder.write(Self.browser)
    let transport = try folder.transport(.none, matching: [.method, .url])
    let session = transport.session()
    let (data, response) = try await session.data(
      from: URL(string: "https://shop.example/items?page=1")!)
    #expect(String(decoding: data, as: UTF8.self) == #"{"items": [1,2]}"#)
    let headers = ["Content-Encoding", "Content-Length", ":status"].map {
      (response as? HTTPURLResponse)?.value(forHTTPHeaderField: $0)
    }
    #expect(headers == [nil, "16", nil])
    #expect(session.configuration.httpCookieStorage?.cookies?.map(\.name).sorted() == ["a", "b"])
    #expect(
      try await session.data(from: URL(string: "https://shop.example/logo")!).0
        == Data([0x89, 0x50, 0x4E, 0x47]))
    let error = await #expect(throws: URLError.self) {
      try await session.data(from: URL(string: "https://gone.example")!)
    }
    #expect(error?.code == .cannotFindHost)
    let other = try folder.transport(.none, matching: [.method, .url])
    #expect(await fetch(other, "https://shop.example/old") == #"200 {"items": [1,2]}"#)
    #expect(
      await fetch(transport, "https://shop.example/cut").contains(
        """
        Recordings/test.har can't be replayed at log.entries[4]: its body of 99 bytes is not in the \
        archive: export it with content.
        """))
  }

  @Test func aProxyExportCanBeReplayed() async throws {
    try folder.write(Self.proxy)
    let transport = try folder.transport(.none, matching: [.method, .url, .body])
    let session = transport.session()
    let answer = await fetch(
      transport, "http://api.example:8080/login", method: "POST",
      headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "user=ada&code=7",
      session: session)
    #expect(answer == "201 ok")
    #expect(session.configuration.httpCookieStorage?.cookies?.first?.value == "42")
  }

  @Test func anUnrecordedRequestShowsTheNearest() async throws {
    try folder.write(Self.browser)
    let transport = try folder.transport(.none, matching: [.method, .url], test: "shop()")
    #expect(
      await fetch(transport, "https://shop.example/items?page=2") == """
        Recordings/test.har has no response to GET https://shop.example/items?page=2.
          Nearest: log.entries[0], GET https://shop.example/items?page=1#top, which differs in URL.
          Record this call too: FAKED_RECORD=missing swift test --filter shop
          Or record all calls again: FAKED_RECORD=all swift test --filter shop
        """)
    _ = await fetch(transport, "https://shop.example/logo")
    for number in 2...3 {
      #expect(
        await fetch(transport, "https://shop.example/logo").hasPrefix(
          "Recordings/test.har has 1 response to GET https://shop.example/logo, and this is request \(number)."
        ))
    }
  }

  @Test(arguments: [
    (
      "{\"log\": {\"entr",
      "is not JSON: line 1, column 15: the text ends within a string; the file seems to be cut off."
    ),
    ("{\"calls\": []}", "is not an HTTP archive: it has no `log`."),
    ("{\"log\": {\"version\": \"2.0\"}}", "has version 2.0, and this library reads HAR 1.2."),
    ("{\"log\": {\"version\": \"1.2\"}}", "has no list `log.entries`."),
  ])
  func aBadArchiveIsReportedAndKept(text: String, problem: String) throws {
    try folder.write(text)
    for mode in [RecordingMode.none, .missing, .check] {
      let error = #expect(throws: FakedError.self) { try folder.transport(mode) }
      #expect(
        error?.message == """
          Recordings/test.har \(problem)
            Fix or delete \(folder.file.path), or replace it with FAKED_RECORD=all.
          """)
    }
    #expect(folder.text == text)
  }

  @Test func anInvalidEntryDoesNotAffectOthers() async throws {
    func entry(_ path: String, _ response: String) -> String {
      ArchiveFolder.entry("http://x/\(path)", response, time: "1e300")
    }
    func content(_ content: String) -> String { #"{"status": 200, "content": {\#(content)}}"# }
    try folder.write(
      entries: "{}", ArchiveFolder.entry("http://[x"),
      entry("null", #"{"status": null}"#), entry("word", #"{"status": "200"}"#),
      entry("base64", content(#""text": "%", "encoding": "base64""#)),
      entry(
        "latin", content(#""mimeType": "text/plain; charset=iso-8859-1", "text": "Grüezi""#)))
    let transport = try folder.transport(.none)
    let (data, response) = try await transport.session().data(from: URL(string: "http://x/latin")!)
    #expect(String(decoding: data, as: UTF8.self) == "Grüezi")
    #expect(response.textEncodingName?.lowercased() == "utf-8")
    #expect(await fetch(transport, "http://x/word").contains("[3]: its status is \"200\"."))
    #expect(await fetch(transport, "http://x/base64").contains("[4]: its body is not base64."))
    #expect(
      await fetch(transport, "http://x/other").contains(
        """
          Left out: log.entries[0]: it has no `request`.
          Left out: log.entries[1]: the `url` of its request is not a URL.
        """))
    let error = await #expect(throws: URLError.self) {
      try await transport.session().data(from: URL(string: "http://x/null")!)
    }
    #expect(error?.code == .networkConnectionLost)
    // A time that is too long for any clock is reduced.
    let slow = try folder.transport(.none, latencies: true, clock: HandClock())
    let task = Task { await fetch(slow, "http://x/latin") }
    while slow.calls(to: \.respond).first?.value == nil { await Task.yield() }
    #expect(slow.calls(to: \.respond).first?.value?.delay == .seconds(86_400))
    task.cancel()
  }

  @Test func anEntryWithoutAResponseIsReported() async throws {
    func request(_ path: String) -> String {
      #""request": {"method": "GET", "url": "http://x/\#(path)"}"#
    }
    try folder.write(
      entries: "{\(request("none"))}", #"{\#(request("empty")), "response": {}}"#,
      ArchiveFolder.entry("http://x/headers", #"{"status": 200, "headers": {"A": "b"}}"#))
    let transport = try folder.transport(.none)
    #expect(await fetch(transport, "http://x/none").contains("[0]: it has no `response`."))
    #expect(
      await fetch(transport, "http://x/empty").contains("[1]: its response has no `status`."))
    #expect(
      await fetch(transport, "http://x/headers").contains(
        "Left out: log.entries[2]: the `headers` of its response are not a list."))
  }

  @Test func theNameOfAnArchiveHasNoExtension() {
    let error = #expect(throws: FakedError.self) { try FakeTransport(replaying: "shop.har") }
    #expect(
      error?.message == """
        "shop.har" has the extension of a recording. Write the name without it: "shop".
        """)
  }

  @Test(arguments: [#""_encoding": "BASE64""#, #""encoding": "base64""#])
  func aRequestBodyMayBeInBase64(encoding: String) async throws {
    let posted = #"{"text": "aGVs\r\nbG8=", \#(encoding)}"#
    try folder.write(entries: ArchiveFolder.entry("http://x/a", method: "POST", posted: posted))
    let transport = try folder.transport(.none, matching: [.body])
    #expect(await fetch(transport, "http://x/a", method: "POST", body: "hello") == "200 ")
  }

  @Test(arguments: [RecordingMode.none, .check])
  func aMissingArchiveExplainsHowToRecordIt(mode: RecordingMode) {
    let error = #expect(throws: FakedError.self) { try folder.transport(mode, test: "shop()") }
    #expect(
      error?.message == """
        Recordings/test.har doesn't exist yet.
          Record it while the real implementation can be reached: FAKED_RECORD=missing swift test --filter shop
        """)
  }
}
