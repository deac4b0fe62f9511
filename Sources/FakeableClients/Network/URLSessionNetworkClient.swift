import Foundation

/// A network client on a `URLSession`, with bodies in JSON both ways.
///
/// ```swift
/// let client = URLSessionNetworkClient()
/// let greeting = try await client.get("https://example.com/greeting", as: Greeting.self)
/// ```
/// Status codes from 200 to 299 are successes, all others are errors; redirects are followed by the
/// session. Everything that goes wrong is a ``NetworkError``, with one exception: a request whose task
/// is cancelled throws `CancellationError` and is given up at once. A session that cancels a request
/// by itself, because it was invalidated, gives `NetworkError.transport` with the code `.cancelled`.
///
/// A `401` with `WWW-Authenticate` is `NetworkError.status` everywhere. Off Apple's platforms, Foundation
/// never ends such a request. It is ended here, without its body, after about a second or four times the
/// time that the response took, at most 10 s later.
public struct URLSessionNetworkClient: NetworkClient {
  private let session: URLSession
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  /// A client that sends over the session; without one, over a session of its own that keeps nothing on disk.
  ///
  /// The two coders must not be changed afterwards.
  public init(
    session: URLSession = URLSession(configuration: .ephemeral),
    encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder()
  ) {
    self.session = session
    self.encoder = encoder
    self.decoder = decoder
  }

  /// Sends the request as it is, and decodes the body of the response from JSON.
  ///
  /// - Throws: ``NetworkError``, or `CancellationError`.
  public func send<Output: Decodable>(
    request: URLRequest
  ) async throws -> (Output, HTTPURLResponse) {
    let (data, response) = try await data(for: request)
    return (try NetworkJSON.value(in: data, decoder: decoder), response)
  }

  /// Sends the request with the body encoded as JSON, and decodes the body of the response from JSON.
  ///
  /// A request without a `Content-Type` gets `application/json`; the method stays as it is.
  ///
  /// - Throws: ``NetworkError``, or `CancellationError`.
  public func send<Input: Encodable, Output: Decodable>(
    request: URLRequest, body: Input
  ) async throws -> (Output, HTTPURLResponse) {
    try await send(request: NetworkJSON.request(request, with: body, encoder: encoder))
  }

  /// Sends the request as it is, and gives the body of the response as its bytes.
  ///
  /// - Throws: ``NetworkError``, or `CancellationError`.
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
