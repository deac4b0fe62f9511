import FakeableClients
import Faked
import Foundation

/// Sends requests for a recording: one by one, without cookies, caches and redirects of its own, which the
/// session above has.
final class RealNetwork: Sendable {
  private let session: URLSession
  private let delegate = ExchangeDelegate()

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// - Throws: `CancellationError` when the task that waits was cancelled; all else is in the exchange.
  func exchange(_ request: FakeRequest) async throws -> ArchivedExchange {
    var sent = URLRequest(url: request.url, timeoutInterval: request.timeoutInterval)
    sent.httpMethod = request.method
    sent.allHTTPHeaderFields = request.headers
    if !request.body.isEmpty { sent.httpBody = request.body }
    let task = session.dataTask(with: sent)
    let start = ContinuousClock.now
    let (response, body, error) = await withTaskCancellationHandler {
      await delegate.result(of: task)
    } onCancel: {
      task.cancel()
    }
    try Task.checkCancellation()
    var exchange = ArchivedExchange(request: request)
    exchange.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    guard error == nil, let response = response as? HTTPURLResponse else {
      exchange.failure = (error as? URLError)?.code ?? .badServerResponse
      return exchange
    }
    exchange.status = response.statusCode
    exchange.headers = response.allHeaderFields.map {
      .init(name: "\($0.key)", value: "\($0.value)")
    }
    .sorted { $0.name.lowercased() < $1.name.lowercased() }
    exchange.body = body
    return exchange
  }
}

/// Collects what comes back, and follows no redirect: the session above does.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate, Sendable {
  typealias Result = (URLResponse?, Data, (any Error)?)

  private struct Unfinished {
    var response: URLResponse?
    var body = Data()
    let done: @Sendable (Result) -> Void
  }

  private let unfinished = Captured<[Int: Unfinished]>([:])

  func result(of task: URLSessionDataTask) async -> Result {
    await withCheckedContinuation { continuation in
      unfinished.withValue { unfinished in
        unfinished[task.taskIdentifier] = Unfinished { result in
          let result = Handed(value: result)
          continuation.resume(returning: result.value)
        }
      }
      task.resume()
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    unfinished.withValue { $0[dataTask.taskIdentifier]?.response = response }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    unfinished.withValue { $0[dataTask.taskIdentifier]?.body.append(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    unfinished.withValue { $0[task.taskIdentifier]?.response = response }
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let done = unfinished.withValue { $0.removeValue(forKey: task.taskIdentifier) }
    done?.done((done?.response ?? task.response, done?.body ?? Data(), error))
  }
}
