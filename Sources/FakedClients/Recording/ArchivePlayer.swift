import FakeableClients
import Faked
import FakedReplay
import Foundation

/// A player that replays the responses of an archive, or sends requests and records the responses.
package final class ArchivePlayer: Sendable {
  private struct State {
    var requests: RecordedRequests
    /// The exchanges of this process, by the order of their requests.
    var recorded: [Int: RecordedExchange] = [:]
    /// The requests in flight, by their order.
    var pending: [Int: String] = [:]
    var requestCount = 0
    var secrets = SecretValues()
    /// The requests that were sent and did not reach the server.
    var unreached: [String] = []
    /// A Boolean value that indicates whether the file is written at the end of the scope.
    var waitsForEnd = false
    var isOver = false
  }

  private let file: RecordingFile
  private let options: Options
  private let normalization: RequestNormalization
  private let message: RecordingMessage
  private let site: SourceLine
  /// The archive that is replayed.
  private let archive: HTTPArchive
  private let state: Captured<State>
  /// The writer of the file, or `nil` if nothing is recorded.
  private let writer: Captured<ArchiveWriter>?
  private let network: RealNetwork?
  private let scope = TestScope.current

  /// Creates a player, and reads the archive.
  ///
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  init(
    _ file: RecordingFile, _ options: Options, test: String?, at site: SourceLine
  ) throws(FakedError) {
    self.file = file
    self.options = options
    self.site = site
    let names = SecretNames(options.redacting)
    normalization = RequestNormalization(names: names, change: options.change)
    message = RecordingMessage(file: file, test: test)
    let writer = ArchiveWriter(
      file, options, names, message, owner: test.map { "\($0) (\(site))" })
    let known = options.mode == .all ? nil : try HTTPArchive(file)
    if known == nil, options.mode == .none || options.mode == .check {
      throw message.error(.noFile)
    }
    let isUnsure = scope?.seesFailedChecks != true && file.recordedBy == nil
    if options.mode == .all, file.exists, isUnsure {
      throw message.error(.notWritten(.unknownResult))
    }
    let records = options.mode == .all || options.mode == .missing
    archive = known ?? HTTPArchive()
    network = options.mode == .none ? nil : RealNetwork()
    self.writer = records ? Captured(writer) : nil
    state = Captured(State(requests: .init(matching: options.matching)))
    prepare()
    // A tool gets its file after each request, even in a scope.
    guard file.recordedBy == nil, options.mode != .none, let scope else { return }
    let waits = scope.atEnd { self.end(hasThrown: $0) }
    state.withValue { $0.waitsForEnd = waits }
  }

  /// Collects the secrets and the requests of the archive.
  private func prepare() {
    var (requests, secrets) = normalization.requests(of: archive)
    if options.mode == .missing {
      var byName = RedactionByName(normalization.names)
      var archive = archive
      archive.redact(&byName)
      secrets.add(byName.found)
    }
    var byValue = RedactionByValue(values: secrets)
    state.withValue { state in
      state.secrets = secrets
      for position in requests.indices {
        requests[position].redact(&byValue)
        state.requests.add(requests[position], at: position)
      }
    }
  }

  /// Returns the response to a request, from the recording or from the network.
  ///
  /// - Throws: `FakedError` for a request that is not recorded, and for a file that can't be written, and
  ///   `CancellationError`.
  func response(to request: FakeRequest) async throws -> FakeResponse {
    let changed = normalization.changed(request)
    let redacted = state.withValue { state in
      let (request, found) = normalization.redacted(changed, state.secrets)
      state.secrets.add(found)
      return request
    }
    do {
      return try await response(to: request, redacted: redacted)
    } catch let error as FakedError {
      // The code under test may swallow the error.
      scope?.recordThrown(error, of: redacted.description)
      throw error
    }
  }

  private func response(
    to request: FakeRequest, redacted: FakeRequest
  ) async throws -> FakeResponse {
    let (place, recorded) = state.withValue { $0.requests.next(for: redacted) }
    let known = place.map { archive.exchanges[$0] }
    if let known, options.mode == .none || options.mode == .missing { return try replay(known) }
    guard let network else { throw missing(redacted, recorded) }
    if options.mode == .check { return try await check(known, request, redacted, network) }
    return try await record(request, redacted, network)
  }

  private func replay(_ exchange: RecordedExchange) throws -> FakeResponse {
    if let flaw = exchange.flaw {
      throw file.bad("can't be replayed at log.entries[\(exchange.place)]: \(flaw)")
    }
    let response = exchange.response.replayed()
    return options.latencies
      ? response.delayed(by: .microseconds(Int64(exchange.milliseconds * 1_000))) : response
  }

  private func record(
    _ request: FakeRequest, _ redacted: FakeRequest, _ network: RealNetwork
  ) async throws -> FakeResponse {
    let start = Date(
      timeIntervalSince1970: (Date().timeIntervalSince1970 * 1_000).rounded() / 1_000)
    let place = state.withValue { state in
      defer { state.requestCount += 1 }
      state.pending[state.requestCount] = "\(redacted)"
      return state.requestCount
    }
    defer { state.withValue { $0.pending[place] = nil } }
    let real = try await network.exchange(request)
    var exchange = real
    exchange.start = start
    options.change?(&exchange)
    let waits = state.withValue { [exchange] state in
      if state.isOver { return true }
      // Redact when the file is written, because an earlier response may contain a secret that is named later.
      state.recorded[place] = exchange
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
    try writer?.withValue { (writer) throws(FakedError) in
      let (recorded, secrets) = state.withValue { ($0.recorded, $0.secrets) }
      return try writer.write(
        recorded.sorted { $0.key < $1.key }.map(\.value), after: archive, secrets)
    } ?? nil
  }

  /// Writes the file at the end of the scope.
  ///
  /// - Returns: The failure of the test, if there is one.
  private func end(hasThrown: Bool) -> ScopeFailure? {
    let state = state.withValue { state in
      state.isOver = true
      return state
    }
    func failure(_ failure: RecordingFailure) -> ScopeFailure {
      .init(message.text(failure), at: site)
    }
    if options.mode == .check, !state.unreached.isEmpty {
      return failure(.unreachable(state.unreached))
    }
    if let name = state.pending.values.min() { return failure(.notWritten(.pendingCall(name))) }
    if state.recorded.isEmpty { return nil }
    // A transport that replaces a file is created only in scopes that detect failed checks.
    let result = RecordingSession.TestResult(
      hasThrown: hasThrown, hasFailed: scope?.hasFailed == true, seesChecks: true)
    if let reason = result.reasonNotToWrite(replacesFile: false) {
      return failure(.notWritten(reason))
    }
    do throws(FakedError) {
      if let reason = try write() { return failure(.notWritten(reason)) }
    } catch {
      return .init(error.message, at: site)
    }
    let unreached = state.unreached.map(state.secrets.removed)
    RecordingNote.print(message.recorded(calls: state.recorded.count, unreached: unreached))
    return nil
  }

  /// Sends a request, reports differences from the recorded response, and returns the recorded response.
  private func check(
    _ known: RecordedExchange?, _ request: FakeRequest, _ redacted: FakeRequest,
    _ network: RealNetwork
  ) async throws -> FakeResponse {
    var real = try await network.exchange(request)
    let response = real.response
    let name = "\(redacted.method) \(redacted.path)"
    if let text = redacted.unreached(real.failure), known?.failure == nil {
      try report(unreached: text)
      return try known.map(replay) ?? response
    }
    guard let known else {
      try report(["\(name) → is not in the recording"])
      return response
    }
    var recorded = known
    options.change?(&real)
    var byName = RedactionByName(normalization.names)
    real.redact(&byName)
    recorded.redact(&byName)
    let secrets = state.withValue { [byName] in $0.secrets.adding(byName.found) }
    var byValue = RedactionByValue(values: secrets)
    real.redact(&byValue)
    recorded.redact(&byValue)
    let differences = real.differences(from: recorded, comparing: options.comparing)
    if !differences.isEmpty { try report(differences.map { "\(name) → \($0)" }) }
    return try replay(known)
  }

  /// Fails the test or, without a scope, the request.
  private func report(_ differences: [String]) throws {
    guard let scope else { throw FakedError.assertionFailed(message.text(.drift(differences))) }
    scope.report(.init(message.text(.drift(differences)), at: site))
  }

  /// Fails the test at its end, with all requests that did not reach the server. Without a scope, fails the request.
  private func report(unreached request: String) throws {
    if scope == nil { throw FakedError.assertionFailed(message.text(.unreachable([request]))) }
    state.withValue { $0.unreached.append(request) }
  }

  /// Returns the error for a request that is not recorded, with the nearest recorded request.
  private func missing(_ request: FakeRequest, _ recorded: Int) -> FakedError {
    if recorded > 0 { return message.error(.noMoreCalls("\(request)", recorded: recorded)) }
    let secrets = state.withValue { $0.secrets }
    let hint = NearestRequest(
      to: request, among: normalization.candidates(of: archive, secrets), matching: options.matching
    )
    let skipped = archive.flaws.prefix(3).map { "\n  Left out: \($0)." }.joined()
    return message.error(
      .noCall("\(request)", hint: (hint?.description ?? "It has no requests.") + skipped))
  }
}
