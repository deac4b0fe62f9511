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
  private let scope = TestScope.current
  /// A Boolean value that indicates whether the file is written, or the check ends, at the end of the scope.
  private let waitsForEnd = Captured(false)
  private let counts = Captured<[String: Int]>([:])
  private let network = RealNetwork()

  /// A Boolean value that indicates whether requests may be sent.
  var sendsRequests: Bool { recorder.mode != .none }

  /// Creates a player, and reads the archive.
  ///
  /// - Throws: `FakedError.invalidParameter` for a file that is missing or not valid.
  init(
    _ file: RecordingFile, _ archive: HTTPArchive, mode: RecordingMode,
    comparing: RecordingComparison, test: String?, at site: SourceLine
  ) throws(FakedError) {
    self.archive = archive
    self.comparing = comparing
    recorder = try Recorder(
      file, archive, mode: mode, test: test)
    // A tool gets its file after each request, even in a scope.
    guard file.recordedBy == nil else { return }
    if mode == .all, file.exists, scope?.seesFailedChecks != true {
      throw recorder.message.error(.notWritten(.unknownResult))
    }
    waitsForEnd.value =
      scope?.atEnd { [recorder, unowned scope] hasThrown in
        let (failures, note) = recorder.end(
          .ofTest(hasThrown: hasThrown, hasFailed: scope?.hasFailed == true, seesChecks: true))
        if let note { RecordingNote.print(note) }
        return failures.isEmpty ? nil : .init(failures.joined(separator: "\n"), at: site)
      } ?? false
  }

  /// Returns the response to a request, from the recording or from the network.
  ///
  /// - Throws: `FakedError` for a request that is not recorded, and for a file that can't be written, and
  ///   `CancellationError`.
  func response(to request: FakeRequest) async throws -> FakeResponse {
    let normalized = archive.normalized(request)
    let (compared, text) = (archive.compared(normalized), normalized.description)
    do {
      switch recorder.begin(compared, text, counts: counts) {
      case .missing(let error): throw error
      case .replay(let call, let position):
        let exchange = try RecordedExchange(call.json)
        if let flaw = exchange.flaw {
          let problem = "can't be replayed at log.entries[\(position)]: \(flaw)"
          throw recorder.message.error(.badFile(problem))
        }
        return exchange.response(isReplayed: true)
      case .record(let position): return try await record(request, compared, at: position)
      case .real:
        let real = try await network.exchange(request)
        try failCheckNow()
        return real.response(isReplayed: false)
      case .check(let call):
        let recorded = try RecordedExchange(call.json)
        let real = try await network.exchange(request)
        try compare(real, with: recorded, call, "\(normalized.method) \(normalized.path)")
        try failCheckNow()
        return recorded.response(isReplayed: true)
      }
    } catch let error as FakedError {
      // The code under test may swallow the error.
      scope?.recordThrown(error, of: text)
      throw error
    }
  }

  private func record(
    _ request: FakeRequest, _ compared: JSON, at position: Int
  ) async throws -> FakeResponse {
    let real: RecordedExchange
    do { real = try await network.exchange(request) } catch {
      recorder.end(position, as: nil)
      throw error
    }
    var exchange = real
    archive.change?(&exchange)
    recorder.end(position, as: archive.call(exchange, compared, exchange.entry))
    if !waitsForEnd.value, let reason = try recorder.writeNow() {
      RecordingNote.print(recorder.message.text(.notWritten(reason)))
    }
    return real.response(isReplayed: false)
  }

  private func compare(
    _ real: RecordedExchange, with recorded: RecordedExchange, _ call: RecordedCall, _ text: String
  ) throws {
    if let failure = real.failure, recorded.failure == nil {
      return recorder.add(unreachable: "\(text) → \(urlErrorText(failure))")
    }
    var exchange = real
    archive.change?(&exchange)
    let both = try archive.redaction.redacted([call.json, exchange.entry]).map(
      RecordedExchange.init)
    recorder.add(differences: both[1].differences(from: both[0], comparing: comparing), of: text)
  }

  /// Fails a request that differs from the recording, if no scope does at its end.
  private func failCheckNow() throws {
    if !waitsForEnd.value, let failure = recorder.takeFailure() {
      throw FakedError.assertionFailed(recorder.message.text(failure))
    }
  }
}

/// A client that sends single requests for a recording. The session of the test handles cookies, caches, and redirects.
private final class RealNetwork: NSObject, URLSessionTaskDelegate, Sendable {
  /// Sends a request. Throws `CancellationError` if the task is canceled. The exchange contains all other errors.
  func exchange(_ request: FakeRequest) async throws -> RecordedExchange {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    var sent = URLRequest(url: request.url)
    // Foundation ignores the timeout of the initializer on platforms other than Apple's.
    sent.timeoutInterval = request.timeoutInterval
    sent.httpMethod = request.method
    sent.allHTTPHeaderFields = request.headers
    if !request.body.isEmpty { sent.httpBody = request.body }
    // Cancel on another thread. The session of the test cancels on a queue that all sessions share, and for which this
    // session waits.
    let work = Task { [sent] in try await session.exchange(sent) }
    var exchange = RecordedExchange(request: request)
    do {
      let (body, response) = try await withTaskCancellationHandler {
        try await work.value
      } onCancel: {
        Task { work.cancel() }
      }
      guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      exchange.body = body
      exchange.status = head.statusCode
      let fields = head.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
      for (name, value) in fields.sorted(by: { $0.0.lowercased() < $1.0.lowercased() }) {
        let isCookie = name.lowercased() == "set-cookie"
        for value in isCookie ? RecordedExchange.cookies(in: value) : [value] {
          exchange.headers.append(.init(name: name, value: value))
        }
      }
    } catch {
      try Task.checkCancellation()
      exchange.failure = (error as? URLError)?.code ?? .badServerResponse
    }
    return exchange
  }

  // Refuses redirects, which the session of the test follows.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
