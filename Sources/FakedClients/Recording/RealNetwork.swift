import FakeableClients
import Foundation

/// A client that sends single requests for a recording. The session of the test follows redirects.
final class RealNetwork: NSObject, URLSessionTaskDelegate, Sendable {
  /// Sends a request.
  ///
  /// - Throws: `CancellationError` if the task is canceled, and otherwise a `URLError`.
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
      return FakeResponse(to: request, status: head.statusCode, fields, decoded: body)
    } catch {
      try Task.checkCancellation()
      throw error as? URLError ?? URLError(.badServerResponse)
    }
  }

  // Refuses redirects.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
