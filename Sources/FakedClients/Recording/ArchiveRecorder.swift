import Faked
import FakedReplay
import Foundation

/// Sends requests and records the responses. The file is written at the end of the scope. For a tool, and without a
/// scope, it is written after each request.
final class ArchiveRecorder: Sendable {
  private struct State {
    /// The exchanges of this process, by the order of their requests.
    var recorded: [Int: RecordedExchange] = [:]
    /// The requests in flight, by their order.
    var pending: [Int: String] = [:]
    var requestCount = 0
    /// The requests that were sent and did not reach the server.
    var unreached: [String] = []
    /// A Boolean value that indicates whether the file is written at the end of the scope.
    var waitsForEnd = false
    var isOver = false
  }

  private let change: ChangeExchange?
  private let message: RecordingMessage
  private let site: SourceLine
  /// The archive that the exchanges follow.
  private let archive: HTTPArchive
  private let secrets: Captured<SecretValues>
  private let writer: Captured<ArchiveWriter>
  private let network = RealNetwork()
  private let state = Captured(State())

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - scope: The scope at whose end the file is written, if there is one.
  ///   - secrets: The secrets so far. Later requests may add to them.
  init(
    _ writer: ArchiveWriter, after archive: HTTPArchive, in scope: TestScope?,
    _ secrets: Captured<SecretValues>, _ change: ChangeExchange?, _ message: RecordingMessage,
    at site: SourceLine
  ) {
    self.writer = Captured(writer)
    self.archive = archive
    self.secrets = secrets
    self.change = change
    self.message = message
    self.site = site
    guard let scope else { return }
    let waits = scope.atEnd { [unowned scope] in self.end(of: scope, hasThrown: $0) }
    state.withValue { $0.waitsForEnd = waits }
  }

  /// Sends a request, and records the exchange.
  func response(to request: FakeRequest, redacted: FakeRequest) async throws -> FakeResponse {
    let start = Date(
      timeIntervalSince1970: (Date().timeIntervalSince1970 * 1_000).rounded() / 1_000)
    let index = state.withValue { state in
      defer { state.requestCount += 1 }
      state.pending[state.requestCount] = "\(redacted)"
      return state.requestCount
    }
    defer { state.withValue { $0.pending[index] = nil } }
    let real = try await network.exchange(request)
    var exchange = real
    exchange.start = start
    change?(&exchange)
    let waits = state.withValue { [exchange] state in
      if state.isOver { return true }
      // Redact when the file is written, because an earlier response may contain a secret that is named later.
      state.recorded[index] = exchange
      if let text = redacted.unreached(exchange.failure) { state.unreached.append(text) }
      return state.waitsForEnd
    }
    if !waits, let reason = try write() {
      RecordingNote.print(message.text(.notWritten(reason)))
    }
    return real.response
  }

  /// Writes the file.
  ///
  /// - Returns: The reason why the exchanges must not replace the file, if there is one.
  private func write() throws(FakedError) -> RecordingFailure.Reason? {
    try writer.withValue { (writer) throws(FakedError) in
      try writer.write(state.withValue { $0.recorded }, after: archive, secrets.value)
    }
  }

  /// Writes the file at the end of the scope.
  ///
  /// - Returns: The failure of the test, if there is one.
  private func end(of scope: TestScope, hasThrown: Bool) -> ScopeFailure? {
    let state = state.withValue { state in
      state.isOver = true
      return state
    }
    func failure(_ failure: RecordingFailure) -> ScopeFailure {
      .init(message.text(failure), at: site)
    }
    if let name = state.pending.values.min() { return failure(.notWritten(.pendingCall(name))) }
    if state.recorded.isEmpty { return nil }
    // A transport that replaces a file is created only in scopes that detect failed checks.
    let result = RecordingSession.TestResult(
      hasThrown: hasThrown, hasFailed: scope.hasFailed, seesChecks: true)
    if let reason = result.reasonNotToWrite(replacesFile: false) {
      return failure(.notWritten(reason))
    }
    do throws(FakedError) {
      if let reason = try write() { return failure(.notWritten(reason)) }
    } catch {
      return .init(error.message, at: site)
    }
    let unreached = state.unreached.map(secrets.value.removed)
    RecordingNote.print(message.recorded(calls: state.recorded.count, unreached: unreached))
    return nil
  }
}
