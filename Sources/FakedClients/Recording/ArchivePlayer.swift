import FakeableClients
import Faked
import FakedReplay
import Foundation

/// Replays the responses of an archive. Depending on the mode, requests are also sent, and their responses are recorded
/// or checked.
final class ArchivePlayer: Sendable {
  private let recorder: Recorder
  private let archive: HTTPArchive
  private let comparing: RecordingComparison
  private let site: SourceLine
  private let scope = TestScope.current
  /// A Boolean value that indicates whether the file is written, or the check ends, at the end of the scope.
  private let waitsForEnd = Captured(false)
  private let counts = Captured<[String: Int]>([:])
  private let network = RealNetwork()

  /// Creates a player, and reads the archive.
  ///
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  init(
    _ file: RecordingFile, _ archive: HTTPArchive, mode: RecordingMode,
    comparing: RecordingComparison, test: String?, at site: SourceLine
  ) throws(FakedError) {
    self.archive = archive
    self.comparing = comparing
    self.site = site
    recorder = try Recorder(
      file, archive, mode: mode, test: test, owner: test.map { "\($0) (\(site))" },
      isParameterized: true)
    // A tool gets its file after each request, even in a scope.
    if file.recordedBy != nil { return }
    if mode == .all, file.exists, scope?.seesFailedChecks != true {
      throw recorder.message.error(.notWritten(.unknownResult))
    }
    let waits = scope?.atEnd { [self, unowned scope] in end(hasThrown: $0, in: scope) }
    waitsForEnd.value = waits ?? false
  }

  /// Returns the response to a request, from the recording or from the network.
  ///
  /// - Throws: `FakedError` for a request that is not recorded, and for a file that can't be written, and
  ///   `CancellationError`.
  func response(to request: FakeRequest) async throws -> FakeResponse {
    let normalized = archive.normalized(request)
    let text = normalized.description
    do {
      switch recorder.begin(archive.compared(normalized), text, counts: counts) {
      case .replay(let call, let position): return try replay(call, position)
      case .real:
        let real = try await network.exchange(request)
        try failCheckNow()
        return real.response(isReplayed: false)
      case .check(let call):
        let text = "\(normalized.method) \(normalized.path)"
        return try await check(request, call, text)
      case .record(let position): return try await record(request, at: position)
      case .missing(let error): throw error
      }
    } catch let error as FakedError {
      // The code under test may swallow the error.
      scope?.recordThrown(error, of: text)
      throw error
    }
  }

  private func replay(_ call: RecordedCall, _ position: Int) throws -> FakeResponse {
    let exchange = try RecordedExchange(call.json)
    if let flaw = exchange.flaw {
      throw recorder.message.error(
        .badFile("can't be replayed at log.entries[\(position)]: \(flaw)"))
    }
    return exchange.response(isReplayed: true)
  }

  private func record(_ request: FakeRequest, at position: Int) async throws -> FakeResponse {
    let real: RecordedExchange
    do { real = try await network.exchange(request) } catch {
      recorder.end(position, as: nil)
      throw error
    }
    var exchange = real
    archive.change?(&exchange)
    recorder.end(position, as: try archive.call(exchange.entry))
    if !waitsForEnd.value, let reason = try recorder.writeNow() {
      RecordingNote.print(recorder.message.text(.notWritten(reason)))
    }
    return real.response(isReplayed: false)
  }

  /// Sends a request, and compares the response with the recorded one.
  private func check(
    _ request: FakeRequest, _ call: RecordedCall, _ text: String
  ) async throws -> FakeResponse {
    var real = try await network.exchange(request)
    archive.change?(&real)
    let recorded = try RecordedExchange(call.json)
    if let failure = real.failure, recorded.failure == nil {
      recorder.add(unreachable: "\(text) → \(urlErrorText(failure))")
    } else {
      let both = archive.redaction.redacted([call.json, real.entry])
      let (old, new) = (try RecordedExchange(both[0]), try RecordedExchange(both[1]))
      recorder.add(differences: new.differences(from: old, comparing: comparing), of: text)
    }
    try failCheckNow()
    return recorded.response(isReplayed: true)
  }

  /// Fails a request that differs from the recording, if no scope does at its end.
  private func failCheckNow() throws {
    if !waitsForEnd.value, let failure = recorder.takeFailure() {
      throw FakedError.assertionFailed(recorder.message.text(failure))
    }
  }

  /// Ends the recording of a scope.
  ///
  /// - Returns: The failure of the test, if there is one.
  private func end(hasThrown: Bool, in scope: TestScope?) -> ScopeFailure? {
    let (failures, note) = recorder.end(
      .init(hasThrown: hasThrown, hasFailed: scope?.hasFailed == true, seesChecks: true))
    if let note { RecordingNote.print(note) }
    return failures.isEmpty ? nil : .init(failures.joined(separator: "\n"), at: site)
  }
}

/// A client that sends single requests for a recording. The session of the test handles cookies, caches, and redirects.
private final class RealNetwork: Sendable {
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(
      configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request. Throws `CancellationError` if the task is canceled. The exchange contains all other errors.
  func exchange(_ request: FakeRequest) async throws -> RecordedExchange {
    var sent = URLRequest(url: request.url)
    // Foundation ignores the timeout of the initializer on platforms other than Apple's.
    sent.timeoutInterval = request.timeoutInterval
    sent.httpMethod = request.method
    sent.allHTTPHeaderFields = request.headers
    if !request.body.isEmpty { sent.httpBody = request.body }
    // Cancel on another thread. The session of the test cancels on a queue that all sessions share, and for which this
    // session waits.
    let work = Task { [session, sent] in try await session.exchange(sent) }
    var exchange = RecordedExchange(request: request)
    do {
      let (body, response) = try await withTaskCancellationHandler {
        try await work.value
      } onCancel: {
        Task { work.cancel() }
      }
      guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      exchange.status = head.statusCode
      let fields = head.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
      exchange.headers = fields.sorted { $0.0.lowercased() < $1.0.lowercased() }.flatMap {
        name, value in
        let isCookie = name.lowercased() == "set-cookie"
        let values = isCookie ? RecordedExchange.cookies(in: value) : [value]
        return values.map { RecordedExchange.Header(name: name, value: $0) }
      }
      exchange.body = body
    } catch {
      try Task.checkCancellation()
      exchange.failure = (error as? URLError)?.code ?? .badServerResponse
    }
    return exchange
  }
}

/// A delegate that refuses redirects, which the session of the test follows.
private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
