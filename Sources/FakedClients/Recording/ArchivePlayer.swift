import FakeableClients
import Faked
import FakedReplay

/// A player that replays the responses of an archive. Depending on the mode, requests are also sent, and their responses
/// are recorded or checked.
package final class ArchivePlayer: Sendable {
  private let file: RecordingFile
  private let options: Options
  private let normalization: RequestNormalization
  private let message: RecordingMessage
  /// The archive that is replayed.
  private let archive: HTTPArchive
  private let requests: Captured<RecordedRequests>
  private let secrets: Captured<SecretValues>
  /// The recorder of requests that are not in the archive, or `nil` if nothing is recorded.
  private let recorder: ArchiveRecorder?
  /// The check of the archive, or `nil` if nothing is checked.
  private let check: ArchiveCheck?
  private let scope = TestScope.current

  /// Creates a player, and reads the archive.
  ///
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  init(
    _ file: RecordingFile, _ options: Options, test: String?, at site: SourceLine
  ) throws(FakedError) {
    self.file = file
    self.options = options
    let names = SecretNames(options.redacting)
    normalization = RequestNormalization(names: names, change: options.change)
    message = RecordingMessage(file: file, test: test)
    // A tool gets its file after each request, even in a scope.
    let scopeToWait = file.recordedBy == nil ? scope : nil
    let writer = ArchiveWriter(
      file, options, names, message, owner: test.map { "\($0) (\(site))" },
      isOfWholeTest: scopeToWait != nil)
    let known = options.mode == .all ? nil : try HTTPArchive(file)
    if known == nil, options.mode == .none || options.mode == .check {
      throw message.error(.noFile)
    }
    let isUnsure = scope?.seesFailedChecks != true && file.recordedBy == nil
    if options.mode == .all, file.exists, isUnsure {
      throw message.error(.notWritten(.unknownResult))
    }
    archive = known ?? HTTPArchive()
    var (found, secrets) = normalization.requests(of: archive)
    if options.mode == .missing {
      var byName = RedactionByName(names)
      var archive = archive
      archive.redact(&byName)
      secrets.add(byName.found)
    }
    var byValue = RedactionByValue(values: secrets)
    var requests = RecordedRequests(matching: options.matching)
    for position in found.indices {
      found[position].redact(&byValue)
      requests.add(found[position], at: position)
    }
    self.requests = Captured(requests)
    self.secrets = Captured(secrets)
    let records = options.mode == .all || options.mode == .missing
    recorder =
      records
      ? ArchiveRecorder(
        writer, after: archive, in: scopeToWait, self.secrets, options.change, message, at: site)
      : nil
    check =
      options.mode == .check
      ? ArchiveCheck(options, names, self.secrets, message, at: site) : nil
  }

  /// Returns the response to a request, from the recording or from the network.
  ///
  /// - Throws: `FakedError` for a request that is not recorded, and for a file that can't be written, and
  ///   `CancellationError`.
  func response(to request: FakeRequest) async throws -> FakeResponse {
    let changed = normalization.changed(request)
    let redacted = secrets.withValue { secrets in
      let (request, found) = normalization.redacted(changed, secrets)
      secrets.add(found)
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
    let byName = normalization.redactedByName(normalization.changed(request))
    let (index, recorded, number) = requests.withValue { $0.next(for: redacted, or: byName) }
    let known = index.map { archive.exchanges[$0] }
    if let check {
      let real = try await RequestTimeLimit.record {
        try await check.response(to: request, redacted: redacted, recorded: known)
      }
      return try known.map(replay) ?? real
    }
    if let known { return try replay(known) }
    guard let recorder else { throw missing(redacted, recorded: recorded, number) }
    return try await RequestTimeLimit.record {
      try await recorder.response(to: request, redacted: redacted)
    }
  }

  private func replay(_ exchange: RecordedExchange) throws -> FakeResponse {
    if let flaw = exchange.flaw {
      throw file.bad("can't be replayed at log.entries[\(exchange.index)]: \(flaw)")
    }
    let response = exchange.response.replayed()
    return options.latencies
      ? response.delayed(by: .microseconds(Int64(exchange.milliseconds * 1_000))) : response
  }

  /// Returns the error for a request that is not recorded, with the nearest recorded request.
  private func missing(
    _ request: FakeRequest, recorded: Int, _ number: Int
  ) -> FakedError {
    if recorded > 0 {
      return message.error(.noMoreCalls("\(request)", recorded: recorded, number: number))
    }
    let hint = NearestRequest(
      to: request, among: normalization.candidates(of: archive, secrets.value),
      matching: options.matching)
    let skipped = archive.flaws.prefix(3).map { "\n  Left out: \($0)." }.joined()
    return message.error(
      .noCall("\(request)", hint: (hint?.description ?? "It has no requests.") + skipped))
  }
}
