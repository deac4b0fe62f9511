import FakeableClients
import Foundation

/// Sends requests for a recording: one by one, without cookies, caches and redirects of its own, which the
/// session above has.
final class RealNetwork: Sendable {
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

  /// - Throws: `CancellationError` when the task that waits was cancelled; all else is in the exchange.
  func exchange(_ request: FakeRequest) async throws -> RecordedExchange {
    var sent = URLRequest(url: request.url, timeoutInterval: request.timeoutInterval)
    sent.httpMethod = request.method
    sent.allHTTPHeaderFields = request.headers
    if !request.body.isEmpty { sent.httpBody = request.body }
    var exchange = RecordedExchange(request: request)
    let start = ContinuousClock.now
    do {
      let (body, response) = try await give(sent)
      guard let response = response as? HTTPURLResponse else {
        throw URLError(.badServerResponse)
      }
      exchange.status = response.statusCode
      exchange.headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
        .sorted { $0.0.lowercased() < $1.0.lowercased() }
        .flatMap { name, value in
          // Foundation has all cookies in one header.
          let values =
            name.lowercased() == "set-cookie" ? CredentialHeader.cookies(in: value) : [value]
          return values.map { RecordedExchange.Header(name: name, value: $0) }
        }
      exchange.body = body
    } catch {
      try Task.checkCancellation()
      exchange.failure = (error as? URLError)?.code ?? .badServerResponse
    }
    exchange.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    return exchange
  }

  /// Cancelled on another thread: the session above cancels on a queue that all sessions share, and that
  /// this one waits for.
  private func give(_ request: URLRequest) async throws -> (Data, URLResponse) {
    let work = Task { [session] in try await session.exchange(request) }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      Task { work.cancel() }
    }
  }
}

/// Follows no redirect: the session above does.
private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
