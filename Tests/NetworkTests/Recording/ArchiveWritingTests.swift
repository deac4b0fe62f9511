import FakedClients
import Foundation
import TestSupport
import Testing

/// The times at which the file is written, and the failures if it is not.
@Suite struct ArchiveWritingTests {
  let folder = ArchiveFolder()

  private func end(
    _ mode: RecordingMode, hasThrown: Bool = false, _ body: (FakeTransport) async throws -> Void
  ) async throws -> [String] {
    let probe = ProbedScope(seesFailedChecks: true)
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
      other == ["Recordings/test.har was not written: the test threw an error."])
    #expect(folder.text == text)
  }

  @Test(arguments: [true, false])
  func anUndetectableFailureKeepsTheFile(hasScope: Bool) async throws {
    try folder.write(entries: ArchiveFolder.entry("http://x/a"))
    let text = folder.text
    func transport() throws { _ = try folder.transport(.all) }
    #expect(
      throws: FakedError.invalidParameter(
        """
        Recordings/test.har was not written: this test can't tell whether one of its checks failed.
          Add the trait to the test: @Test(.faked), with Swift 6.2 or later. In XCTest, use FakedTestCase.
        """)
    ) { if hasScope { try ProbedScope().run(transport) } else { try transport() } }
    #expect(folder.text == text)
  }

  @Test func anUnreachableServerKeepsTheFile() async throws {
    let answer = Captured(FakeResponse.text("a"))
    let server = try LoopbackServer { _ in answer.value }
    defer { server.stop() }
    let url = server.url.absoluteString + "/a"
    _ = try await end(.all) { _ = await fetch($0, url) }
    let text = folder.text
    answer.value = .failure(.timedOut)
    let found = try await end(.all) { _ = await fetch($0, url) }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        """
        Recordings/test.har was not written: the real implementation could not be reached:
          GET /a → URLError -
        """) == true)
    #expect(folder.text == text)
  }

  @Test func aRequestInFlightAtTheEndPreventsTheRecording() async throws {
    let mayAnswer = Captured(false)
    let server = try LoopbackServer { _ in
      while !mayAnswer.value { usleep(500) }
      return .text("late")
    }
    defer { server.stop() }
    let url = server.url.absoluteString + "/slow"
    let answer = Captured<Task<String, Never>?>(nil)
    let found = try await end(.all) { transport in
      answer.value = Task { await fetch(transport, url) }
      while server.requests.value.isEmpty { await Task.yield() }
    }
    mayAnswer.value = true
    #expect(
      found == [
        """
        Recordings/test.har was not written: \
        GET \(url) had not ended when the test ended; await it.
        """
      ])
    #expect(await answer.value?.value == "200 late")
    #expect(folder.text == "")
  }

  @Test func aSwallowedRecordingErrorFailsTheTest() async throws {
    try folder.write(
      entries: ArchiveFolder.entry("http://x/a", #"{"status": 200, "content": {"size": 9}}"#))
    let found = try await end(.none) { _ = await fetch($0, "http://x/a") }
    #expect(found.count == 1 && found.first?.contains("its body of 9 bytes") == true)
  }

  @Test func aToolReplacesItsFile() async throws {
    let server = try LoopbackServer { _ in .text("a") }
    defer { server.stop() }
    let file = URL(fileURLWithPath: folder.file.path)
    for _ in 0..<2 {
      let transport = try FakeTransport.recording(to: file)
      #expect(await fetch(transport, server.url.absoluteString + "/a") == "200 a")
    }
    try folder.write("{}")
    let error = #expect(throws: FakedError.self) { try FakeTransport(replaying: file) }
    #expect(
      error?.message.hasSuffix("or replace it with FakeTransport.recording(to:).") == true)
  }
}
