import FakedClients
import Foundation
import TestSupport
import Testing

/// Comparisons of a server with its recording.
@Suite struct ArchiveDriftTests {
  let folder = ArchiveFolder()

  private func drift(
    from recorded: FakeResponse, to real: FakeResponse, at path: String = "/forecast"
  ) async throws -> String {
    let answer = Captured(recorded)
    let server = try LoopbackServer { _ in answer.value }
    defer { server.stop() }
    try await TestScope.$current.withValue(nil) {
      _ = await fetch(try folder.transport(.all), server.url.absoluteString + "/forecast")
    }
    answer.value = real
    let transport = try folder.transport(.check, test: "a()")
    return await fetch(transport, server.url.absoluteString + path)
      .replacingOccurrences(of: server.url.absoluteString, with: "")
  }

  @Test func driftToAnotherTypeNamesThePath() async throws {
    #expect(
      try await drift(
        from: .data(Data(#"{"days": [{"high": 20}]}"#.utf8), type: "application/json"),
        to: .data(Data(#"{"days": [{"high": "20"}]}"#.utf8), type: "application/json")) == """
          Recordings/test.har has drifted from the real implementation:
            GET /forecast → body.days[0].high: was a number, is a string
            Record all calls again: FAKED_RECORD=all swift test --filter a
          """)
  }

  @Test(
    arguments: [
      (
        .text("gone", status: 404),
        ["status: was 200, is 404", #"type: was "application/json", is "text/plain""#]
      ),
      (
        .data(Data("<html>".utf8), type: "application/json"),
        ["body: was an object, is a string"]
      ),
      (.json(["a": 2]), []),
    ] as [(FakeResponse, [String])])
  func changesAreNamed(
    real: FakeResponse, changes: [String]
  ) async throws {
    let text = try await drift(from: .json(["a": 1]), to: real)
    #expect(changes.filter { !text.contains("GET /forecast → " + $0) } == [], "\(text)")
    #expect((text == #"200 {"a":1}"#) == changes.isEmpty)
  }
}
