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
}
