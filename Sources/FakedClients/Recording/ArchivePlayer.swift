import FakeableClients
import Faked
import FakedReplay
import Foundation

/// Replays the responses of an archive. Depending on the mode, requests are also sent, and their responses are recorded
/// or checked.
final class ArchivePlayer: CallRecorder {
  private let recorder: Recorder
  private let archive: HTTPArchive
  private let comparing: RecordingComparison
  /// A Boolean value that indicates whether the file is written, or the check ends, at the end of the scope.
  private let waitsForEnd = Captured(false)
  private let counts = Captured<[String: Int]>([:])
  let network = RealNetwork()

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
    let scope = TestScope.current
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

  func fromStart() -> any CallRecorder { self }
  func sawDefault(of function: FunctionLabel) {}

  func response<Output, Failure: Error>(
    to function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedResponse<Output> {
    guard let request = arguments.first as? FakeRequest else { return .callThrough { .real($0) } }
    let normalized = archive.normalized(request)
    let compared = archive.compared(normalized)
    switch recorder.begin(compared, normalized.description, counts: counts) {
    case .missing(let error): return .missing(error)
    case .replay(let call, let position):
      do throws(RecordingFlaw) { return try replayed(call) } catch {
        let problem = "can't be replayed at \(archive.list)[\(position)]: \(error.problem)"
        return .missing(recorder.message.error(.badFile(problem)))
      }
    case .real: return .callThrough { [self] in missing() ?? .real($0) }
    case .check(let call):
      return .callThrough { [self] real in
        let text = "\(normalized.method) \(normalized.path)"
        if let exchange = exchange(request, real) { compare(exchange, with: call, text) }
        return missing() ?? (try? replayed(call)) ?? .real(real)
      }
    case .record(let position):
      return .callThrough { [self] real in
        let exchange = exchange(request, real)
        recorder.end(position, as: exchange.map { archive.call($0, compared, $0.entry) })
        guard !waitsForEnd.value, exchange != nil else { return .real(real) }
        do throws(FakedError) {
          let reason = try recorder.writeNow()
          if let reason { RecordingNote.print(recorder.message.text(.notWritten(reason))) }
          return .real(real)
        } catch { return .missing(error) }
      }
    }
  }

  private func replayed<Output>(
    _ call: RecordedCall
  ) throws(RecordingFlaw) -> RecordedResponse<Output> {
    let exchange = try RecordedExchange(call.json)
    if let flaw = exchange.flaw { throw flaw }
    guard let response = exchange.response as? Output else {
      throw RecordingFlaw("it is the response of another function")
    }
    return .recorded(.returned(response))
  }

  /// Returns an exchange with a real server in the form in which it is recorded, or `nil` if the task was canceled.
  private func exchange<Output>(
    _ request: FakeRequest, _ outcome: CallOutcome<Output>
  ) -> RecordedExchange? {
    guard case .returned(let response as FakeResponse) = outcome else { return nil }
    var exchange = RecordedExchange(request: request, response)
    archive.change?(&exchange)
    return exchange
  }

  private func compare(_ exchange: RecordedExchange, with call: RecordedCall, _ text: String) {
    let both = archive.redaction.redacted([call.json, exchange.entry])
    guard let old = try? RecordedExchange(both[0]), let new = try? RecordedExchange(both[1]) else {
      return
    }
    if let failure = new.failure, old.failure == nil {
      recorder.add(unreachable: "\(text) → \(urlErrorText(failure))")
    } else {
      recorder.add(differences: new.differences(from: old, comparing: comparing), of: text)
    }
  }

  /// Returns the failure of a request that differs from the recording, if no scope reports it at its end.
  private func missing<Output>() -> RecordedResponse<Output>? {
    guard !waitsForEnd.value, let failure = recorder.takeFailure() else { return nil }
    return .missing(FakedError.assertionFailed(recorder.message.text(failure)))
  }
}

/// A client that sends single requests for a recording. The session of the test handles cookies, caches, and redirects.
final class RealNetwork: NSObject, URLSessionTaskDelegate, Sendable {
  /// Sends a request. Throws `CancellationError` if the task is canceled. The response contains all other errors.
  func response(to request: FakeRequest) async throws -> FakeResponse {
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
    do {
      let (body, response) = try await withTaskCancellationHandler {
        try await work.value
      } onCancel: {
        Task { work.cancel() }
      }
      guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      let fields = head.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
      let headers = Dictionary(fields) { first, _ in first }
      let decoded = FakeResponse(.http(status: head.statusCode, headers: headers), chunks: [body])
      // The body was decoded.
      return RecordedExchange(request: request, decoded).response
    } catch {
      try Task.checkCancellation()
      return .failure((error as? URLError)?.code ?? .badServerResponse)
    }
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
