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
    guard let response = response as? HTTPURLResponse else { throw NetworkError.notHTTP(response) }
    return (try NetworkJSON.body(data, of: response), response)
  }
}
