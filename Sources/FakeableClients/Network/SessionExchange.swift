import Foundation

extension URLSession {
  /// One request and its response, given up at once when the task that waits is cancelled.
  ///
  /// Not `data(for:)`, which off Apple's platforms can wait for itself when it is cancelled while the
  /// response arrives: it answers on the queue that the cancellation needs.
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
    /// Ends a request whose response asks for credentials.
    ///
    /// Off Apple's platforms, Foundation never ends such a task: it uses no stored credentials, keeps the
    /// body to itself, and forgets the time limit. So the response is given without its body.
    private func watcher(of task: URLSessionTask, in exchange: Exchange) -> Task<Void, Never>? {
      Task.detached {
        var pause = Duration.milliseconds(250)
        var wasRefused = false
        while !Task.isCancelled {
          try? await Task.sleep(for: pause)
          pause = min(pause * 2, .seconds(5))
          guard let response = task.response, isChallenge(response) else { continue }
          // Whoever ends it has had the time from one look to the next.
          if wasRefused {
            exchange.end(.success((Data(), response)))
            return task.cancel()
          }
          wasRefused = true
        }
      }
    }
  #else
    /// Foundation ends every request itself.
    private func watcher(of task: URLSessionTask, in exchange: Exchange) -> Task<Void, Never>? {
      nil
    }
  #endif
}

/// Whether a server asks for credentials; a response of another class is one of a protocol that ends it.
private func isChallenge(_ response: URLResponse) -> Bool {
  guard type(of: response) == HTTPURLResponse.self, let response = response as? HTTPURLResponse
  else { return false }
  return response.statusCode == 401
    && response.value(forHTTPHeaderField: "WWW-Authenticate") != nil
}

/// The task of a session and the one who waits for it, who is told once.
private final class Exchange: @unchecked Sendable {
  // Sendable holds because all properties are used under the lock alone.
  private let lock = NSLock()
  private var task: URLSessionTask?
  private var watcher: Task<Void, Never>?
  private var continuation: CheckedContinuation<(Data, URLResponse), any Error>?
  private var isCancelled = false

  /// Starts the task, which may be cancelled before.
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
    // Not left to the task, which may be one that Foundation never ends.
    end(.failure(URLError(.cancelled)))
  }
}
