import Foundation

/// A network client that uses a `URLSession` and sends and receives JSON.
///
/// ```swift
/// let client = URLSessionNetworkClient()
/// let greeting = try await client.get("https://example.com/greeting", as: Greeting.self)
/// ```
/// Status codes from 200 to 299 are successes, and all others are errors. The session follows redirects. Every
/// failure is a ``NetworkError``, with one exception: if its task is canceled, a request stops immediately and
/// throws `CancellationError`. If the session itself cancels a request, for example because it was invalidated,
/// the error is `NetworkError.transport` with the code `.cancelled`.
///
/// A `401` with `WWW-Authenticate` is `NetworkError.status` on every platform. On platforms other than Apple's,
/// Foundation never ends such a request. This client ends it without its body, after about one second or four
/// times the response time, whichever is longer, but at most 10 seconds after the response.
///
/// See <doc:Network>.
public struct URLSessionNetworkClient: NetworkClient {
  private let session: URLSession
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  /// Creates a client that sends requests over a session.
  ///
  /// - Parameters:
  ///   - session: The session to use. Defaults to a new session that stores nothing on disk.
  ///   - encoder: The encoder for bodies of requests. Don't change it later. Defaults to a new `JSONEncoder`.
  ///   - decoder: The decoder for bodies of responses. Don't change it later. Defaults to a new `JSONDecoder`.
  public init(
    session: URLSession = URLSession(configuration: .ephemeral),
    encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder()
  ) {
    self.session = session
    self.encoder = encoder
    self.decoder = decoder
  }

  /// Sends the request unchanged and decodes the body of the response from JSON.
  ///
  /// - Parameter request: The request to send.
  /// - Returns: The decoded body and the response.
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is canceled.
  public func send<Output: Decodable>(
    request: URLRequest
  ) async throws -> (Output, HTTPURLResponse) {
    let (data, response) = try await data(for: request)
    return (try NetworkJSON.value(in: data, decoder: decoder), response)
  }

  /// Sends the request with a JSON body and decodes the body of the response from JSON.
  ///
  /// - Parameters:
  ///   - request: The request to send. Its method doesn't change. `Content-Type` defaults to `application/json`.
  ///   - body: The value to encode as JSON.
  /// - Returns: The decoded body and the response.
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is canceled.
  public func send<Input: Encodable, Output: Decodable>(
    request: URLRequest, body: Input
  ) async throws -> (Output, HTTPURLResponse) {
    try await send(request: NetworkJSON.request(request, with: body, encoder: encoder))
  }

  /// Sends the request unchanged and returns the body of the response as bytes.
  ///
  /// - Parameter request: The request to send.
  /// - Returns: The body and the response.
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is canceled.
  public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let request = try NetworkJSON.checked(request)
    let (data, response): (Data, URLResponse)
    do {
      (data, response) = try await session.exchange(request)
    } catch {
      if Task.isCancelled { throw CancellationError() }
      throw NetworkError.transport(error as? URLError ?? URLError(.unknown))
    }
    guard let response = response as? HTTPURLResponse else {
      throw NetworkError.transport(URLError(.badServerResponse))
    }
    return (try NetworkJSON.body(data, of: response), response)
  }
}

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
        exchange.begin(task, continuation)
        #if canImport(FoundationNetworking)
          watch(task, in: exchange)
        #endif
      }
    } onCancel: {
      exchange.cancel()
    }
  }
}

#if canImport(FoundationNetworking)
  /// Ends a request if its response asks for credentials.
  ///
  /// On platforms other than Apple's, Foundation never ends such a request: it uses no stored credentials,
  /// withholds the body, and ignores the timeout. The request therefore ends without its body. No task watches it,
  /// because a scheduler of tests would wait for that task.
  private func watch(
    _ task: URLSessionTask, in exchange: Exchange, after pause: Double = 0.25,
    wasRefused: Bool = false
  ) {
    DispatchQueue.global().asyncAfter(deadline: .now() + pause) {
      guard exchange.isRunning else { return }
      let refusal = task.response.flatMap { isChallenge($0) ? $0 : nil }
      // Anything else that ends the request had time to do so since the previous check.
      if let refusal, wasRefused {
        exchange.end(.success((Data(), refusal)))
        return task.cancel()
      }
      watch(task, in: exchange, after: min(pause * 2, 5), wasRefused: refusal != nil)
    }
  }
#endif

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
  private var continuation: CheckedContinuation<(Data, URLResponse), any Error>?
  private var isCancelled = false

  /// Starts the task, even if the exchange is already canceled.
  func begin(
    _ task: URLSessionTask, _ continuation: CheckedContinuation<(Data, URLResponse), any Error>
  ) {
    let isLate = lock.withLock {
      self.task = task
      self.continuation = continuation
      return isCancelled
    }
    if isLate { cancel() }
    task.resume()
  }

  var isRunning: Bool { lock.withLock { continuation != nil } }

  func end(_ result: Result<(Data, URLResponse), any Error>) {
    let continuation = lock.withLock {
      defer { self.continuation = nil }
      return self.continuation
    }
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
