import Foundation

extension URLSession {
  /// One request and its response, given up at once when the task that waits is cancelled.
  ///
  /// Not `data(for:)`, which off Apple's platforms can wait for itself when it is cancelled while the
  /// response arrives: it answers on the queue that the cancellation needs.
  package func exchange(_ request: URLRequest) async throws -> (Data, URLResponse) {
    let started = StartedTask()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = dataTask(with: request) { data, response, error in
          if let response, error == nil {
            continuation.resume(returning: (data ?? Data(), response))
          } else {
            continuation.resume(throwing: error ?? URLError(.badServerResponse))
          }
        }
        started.set(task)
        task.resume()
      }
    } onCancel: {
      started.cancel()
    }
  }
}

/// A task of a session, which may be cancelled before it is there.
private final class StartedTask: @unchecked Sendable {
  // Sendable holds because both properties are used under the lock alone.
  private let lock = NSLock()
  private var task: URLSessionTask?
  private var isCancelled = false

  func set(_ task: URLSessionTask) {
    let isLate = lock.withLock {
      self.task = task
      return isCancelled
    }
    if isLate { task.cancel() }
  }

  func cancel() {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    task?.cancel()
  }
}
