import FakedClients
import Foundation
import TestSupport
import Testing

/// Random bytes instead of an archive.
@Suite struct ArchiveFuzzTests {
  @Test func everyArchiveIsReadOrRefused() async throws {
    let folder = TemporaryFolder()
    let file = RecordingFile(path: folder.path + "/a.har")
    let url = URL(fileURLWithPath: file.path)
    try await Fuzz("HTTP archives").run { random in
      Array((Self.examples.randomElement(using: &random) ?? "").utf8).mutated(
        Self.words, using: &random)
    } read: { bytes in
      try Data(bytes).write(to: url)
      do {
        _ = try FakeTransport(
          file, mode: .none, test: nil, at: SourceLine("A.swift", "A.swift", 1, 1))
        return true
      } catch {
        let places = ["is not JSON", "`log`", "log.entries", "has version"]
        if places.contains(where: "\(error)".contains) { return false }
        throw Fuzz.Flaw("the error names no place: \(error)")
      }
    }
  }

  private static let words = [
    "\\u0041", "\\u+123", "\\uD83D", "\\uDE00", "\\x", "null", "true", "{}", "[]", "\"", ",", ":",
    "é", "\"base64\"", "\"encoding\":", "\"url\":\"\"", "\"_error\": \"URLError 9999999999\",",
    "\t",
  ]

  private static let examples = [
    #"{"log": {"version": "1.2", "creator": {"name": "A", "version": "1"}, "entries": []}}"#,
    #"""
    {"log": {"version": "1.2", "entries": [
      {"startedDateTime": "2026-01-31T12:00:00.5Z", "time": 12.5,
        "request": {"method": "GET", "url": "https://a.example/b?c=d", "headers": [
          {"name": "Accept", "value": "text/html"}]},
        "response": {"status": 200, "headers": [{"name": "Set-Cookie", "value": "a=b\nc=d"}],
          "content": {"size": 3, "mimeType": "text/plain; charset=latin1", "text": "häβ"},
          "redirectURL": "/c", "cookies": [{"name": "a", "value": "b", "path": "/"}]}},
      {"request": {"method": "POST", "url": "https://a.example/", "postData": {"mimeType": "x",
          "params": [{"name": "a", "value": "b"}], "text": "AAE=", "_encoding": "base64"}},
        "response": {"status": 0, "_error": "URLError -1001"}},
      {"request": {"method": "HEAD", "url": "https://a.example/\u00e9"}, "response": {
        "status": 204, "content": {"text": "AAEC", "encoding": "base64"}}}]}, "x": [1, -2.5e3, null]}
    """#,
  ]
}
