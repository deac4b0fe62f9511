import FakedClients
import Foundation
import TestSupport
import Testing

/// Requests whose time passes while they are recorded or checked.
@Suite struct ArchiveTimeoutTests {
  let folder = ArchiveFolder()
  private let mayRespond = Captured(true)

  /// Sends a request, whose time passes if the server doesn't respond.
  private func run(
    _ mode: RecordingMode, _ server: LoopbackServer, path: String = "/a"
  ) async throws -> (answer: String, failures: [String]) {
    let probe = ProbedScope(seesFailedChecks: true)
    let answer = try await probe.run {
      let transport = try folder.transport(mode, test: "a()")
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = mayRespond.value ? 600 : 1
      return await fetch(
        transport, server.url.absoluteString + path,
        session: transport.session(configuration: configuration))
    }
    return (answer, probe.endWithTexts())
  }

  private func server() throws -> LoopbackServer {
    try LoopbackServer { _ in
      while !mayRespond.value { usleep(500) }
      return .text("a")
    }
  }

  /// Records a response, and then lets the time of another run pass.
  private func recordAndTimeOut(
    _ first: RecordingMode, then second: RecordingMode, path: String = "/a"
  ) async throws -> (recorded: String, answer: String, failures: [String]) {
    let server = try server()
    defer { server.stop() }
    #expect(try await run(first, server).failures == [])
    let recorded = folder.text
    mayRespond.value = false
    defer { mayRespond.value = true }
    let (answer, failures) = try await run(second, server, path: path)
    return (recorded, answer, failures)
  }

  @Test func aTimeoutNeverReplacesAResponse() async throws {
    let (text, answer, failures) = try await recordAndTimeOut(.all, then: .all)
    #expect(answer.contains("-1001"))
    #expect(
      failures == [
        """
        Recordings/test.har was not written: the real implementation could not be reached:
          GET /a → URLError -1001
        """
      ])
    #expect(folder.text == text)
  }

  @Test func aTimeoutOfACheckIsReportedAsUnreachable() async throws {
    let (_, answer, failures) = try await recordAndTimeOut(.all, then: .check)
    #expect(answer == "200 a")
    #expect(
      failures == [
        """
        The real implementation could not be reached, so this part of Recordings/test.har was not checked:
          GET /a → URLError -1001
          Check it again later: FAKED_RECORD=check swift test --filter test
        """
      ])
  }
}
