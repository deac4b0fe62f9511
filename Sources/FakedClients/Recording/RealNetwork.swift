import FakeableClients
import Foundation

/// A client that sends single requests for a recording. The session of the test handles cookies, caches, and redirects.
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

  /// Sends a request. Throws `CancellationError` if the task is canceled. The exchange contains all other errors,
  /// including a timeout of the session of the test.
  func exchange(_ request: FakeRequest) async throws -> RecordedExchange {
    var sent = URLRequest(url: request.url, timeoutInterval: request.timeoutInterval)
    sent.httpMethod = request.method
    sent.allHTTPHeaderFields = request.headers
    if !request.body.isEmpty { sent.httpBody = request.body }
    var exchange = RecordedExchange(request: request)
    let start = ProcessClock.now
    do {
      let (body, response) = try await send(sent)
      guard let response = response as? HTTPURLResponse else {
        throw URLError(.badServerResponse)
      }
      exchange.status = response.statusCode
      exchange.headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
        .sorted { $0.0.lowercased() < $1.0.lowercased() }
        .flatMap { name, value in
          // Foundation joins all cookies in one header.
          let values =
            name.lowercased() == "set-cookie" ? CredentialHeader.cookies(in: value) : [value]
          return values.map { RecordedExchange.Header(name: name, value: $0) }
        }
      exchange.body = body
    } catch {
      try Task.checkCancellation()
      let isTimeout = RequestTimeLimit.current?.hasPassed == true
      exchange.failure = isTimeout ? .timedOut : (error as? URLError)?.code ?? .badServerResponse
    }
    exchange.milliseconds = (ProcessClock.now - start) / .milliseconds(1)
    return exchange
  }

  /// Sends a request, and cancels it on another thread. The session of the test cancels on a queue that all
  /// sessions share, and for which this session waits.
  private func send(_ request: URLRequest) async throws -> (Data, URLResponse) {
    let work = Task { [session] in try await session.exchange(request) }
    RequestTimeLimit.current?.cancelReal { work.cancel() }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      Task { work.cancel() }
    }
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
