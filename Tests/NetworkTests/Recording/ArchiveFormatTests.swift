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
          "response": {"status": 302, "headers": [{"name": "location", "value": "/items?page=1"}], "content": {"size": 0, "mimeType": "x-unknown"},
            "redirectURL": "https://shop.example/items?page=1", "headersSize": -1, "bodySize": -1}},
        {"request": {"method": "GET", "url": "https://gone.example/", "headers": []},
          "response": {"status": 0, "headers": [], "content": {"size": 0}, "redirectURL": "", "_error": "net::ERR_NAME_NOT_RESOLVED"}},
        {"request": {"method": "GET", "url": "https://shop.example/cut", "headers": []},
          "response": {"status": 200, "headers": [], "content": {"size": 99, "mimeType": "text/plain"}}}
      ]}}
    """#

  @Test func aBrowserExportCanBeReplayed() async throws {
    try folder.write(Self.browser)
    let transport = try folder.transport(.none)
    let session = transport.session()
    let (data, response) = try await session.data(
      from: URL(string: "https://shop.example/items?page=1")!)
    #expect(String(decoding: data, as: UTF8.self) == #"{"items": [1,2]}"#)
    let headers = ["Content-Encoding", "Content-Length", ":status"].map {
      (response as? HTTPURLResponse)?.value(forHTTPHeaderField: $0)
    }
    #expect(headers == [nil, "16", nil])
    #expect(
      try await session.data(from: URL(string: "https://shop.example/logo")!).0
        == Data([0x89, 0x50, 0x4E, 0x47]))
    let error = await #expect(throws: URLError.self) {
      try await session.data(from: URL(string: "https://gone.example")!)
    }
    #expect(error?.code == .networkConnectionLost)
    let other = try folder.transport(.none)
    #expect(await fetch(other, "https://shop.example/old") == #"200 {"items": [1,2]}"#)
    #expect(
      await fetch(transport, "https://shop.example/cut").contains(
        """
        Recordings/test.har, log.entries[4], GET https://shop.example/cut: the recorded value doesn't fit: \
        its body of 99 bytes is not in the archive: export it with content.
        """))
  }

  @Test func anUnrecordedRequestShowsTheNearest() async throws {
    try folder.write(Self.browser)
    let transport = try folder.transport(.none, test: "shop()")
    #expect(
      await fetch(transport, "https://shop.example/items?page=2") == """
        Recordings/test.har has no response to GET https://shop.example/items?page=2.
          Nearest: log.entries[0]: URL: was "https://shop.example/items?page=1", is \
        "https://shop.example/items?page=2"
          Record this call too: FAKED_RECORD=missing swift test --filter shop
          Record all calls again: FAKED_RECORD=all swift test --filter shop
        """)
    _ = await fetch(transport, "https://shop.example/logo")
    for number in 2...3 {
      #expect(
        await fetch(transport, "https://shop.example/logo").hasPrefix(
          "Recordings/test.har has 1 response to GET https://shop.example/logo, and this is call \(number)."
        ))
    }
  }

  @Test(arguments: [
    (
      "{\"log\": {\"entr",
      "is not JSON: Unexpected end of file during JSON parse."
    ),
    ("{\"calls\": []}", "is not an HTTP archive: it has no list `log.entries`."),
    ("{\"log\": {\"version\": \"1.2\"}}", "is not an HTTP archive: it has no list `log.entries`."),
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
}
