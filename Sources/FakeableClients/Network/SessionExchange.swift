import Foundation

extension URLSession {
  /// Sends a request and returns its response, or stops immediately if the current task is canceled.
  ///
  /// `data(for:)` isn't used because, on platforms other than Apple's, it can deadlock if it is canceled while the
  /// response arrives: the response is delivered on the queue that the cancellation needs.
  package func exchange(_ request: URLRequest) async throws -> (Data, URLResponse) {
    let exchange = Exchange()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = dataTask(with: request) { data, response, error in
          if let response, error == nil {
            exchange.end(.success((data ?? Data(), response)))
          } else {
            exchange.end(.failure(error ?? URLError(.badServerResponse)))
          }
        }
        exchange.begin(task, watchedBy: watcher(of: task, in: exchange), continuation)
      }
    } onCancel: {
      exchange.cancel()
    }
  }

  #if canImport(FoundationNetworking)
    /// Returns a task that ends the request if its response asks for credentials.
    ///
    /// On platforms other than Apple's, Foundation never ends such a request: it uses no stored credentials,
    /// withholds the body, and ignores the timeout. The request therefore ends without its body.
    private func watcher(of task: URLSessionTask, in exchange: Exchange) -> Task<Void, Never>? {
      Task.detached {
        var pause = Duration.milliseconds(250)
        var wasRefused = false
        while !Task.isCancelled {
          try? await Task.sleep(for: pause)
          pause = min(pause * 2, .seconds(5))
          guard let response = task.response, isChallenge(response) else { continue }
          // Anything else that ends the request had time to do so since the previous check.
          if wasRefused {
            exchange.end(.success((Data(), response)))
            return task.cancel()
          }
          wasRefused = true
        }
      }
    }
  #else
    /// Returns `nil`, because Foundation ends every request itself.
    private func watcher(of task: URLSessionTask, in exchange: Exchange) -> Task<Void, Never>? {
      nil
    }
  #endif
}

/// Returns a Boolean value that indicates whether a server asks for credentials.
///
/// A subclass of `HTTPURLResponse` comes from a protocol that ends the request itself.
private func isChallenge(_ response: URLResponse) -> Bool {
  guard type(of: response) == HTTPURLResponse.self, let response = response as? HTTPURLResponse
  else { return false }
  return response.statusCode == 401
    && response.value(forHTTPHeaderField: "WWW-Authenticate") != nil
}

/// The task of a session with the continuation of its caller, which is resumed once.
private final class Exchange: @unchecked Sendable {
  // `Sendable` is safe because all properties are used only while the lock is held.
  private let lock = NSLock()
  private var task: URLSessionTask?
  private var watcher: Task<Void, Never>?
  private var continuation: CheckedContinuation<(Data, URLResponse), any Error>?
  private var isCancelled = false

  /// Starts the task, even if the exchange is already canceled.
  func begin(
    _ task: URLSessionTask, watchedBy watcher: Task<Void, Never>?,
    _ continuation: CheckedContinuation<(Data, URLResponse), any Error>
  ) {
    let isLate = lock.withLock {
      self.task = task
      self.watcher = watcher
      self.continuation = continuation
      return isCancelled
    }
    if isLate { cancel() }
    task.resume()
  }

  func end(_ result: Result<(Data, URLResponse), any Error>) {
    let (continuation, watcher) = lock.withLock {
      defer { self.continuation = nil }
      return (self.continuation, self.watcher)
    }
    watcher?.cancel()
    continuation?.resume(with: result)
  }

  func cancel() {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    task?.cancel()
    // Don't wait for the task: Foundation may never end it.
    end(.failure(URLError(.cancelled)))
  }
}
