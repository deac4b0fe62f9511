import Foundation

/// A client that sends HTTP requests and decodes the responses.
///
/// The caller chooses the type of the result:
/// ```swift
/// let (user, response): (User, HTTPURLResponse) = try await client.send(request: request)
/// print(user.name, response.statusCode)
/// ```
/// Each client documents the format of its bodies and the status codes that it treats as errors.
///
/// See <doc:Network>.
public protocol NetworkClient: Sendable {
  /// Sends the request unchanged and decodes the body of the response.
  ///
  /// The call costs one exchange with the server and one pass over the body.
  ///
  /// ```swift
  /// let (greeting, response): (Greeting, HTTPURLResponse) = try await client.send(request: request)
  /// print(greeting.text, response.statusCode)
  /// ```
  ///
  /// See <doc:Network>.
  ///
  /// - Parameter request: The request to send.
  /// - Returns: The decoded body and the response.
  /// - Throws: An error that says why there is no `Output`. The clients of this package throw a
  ///   ``NetworkError``, or `CancellationError` if the task was canceled.
  func send<Output: Decodable>(request: URLRequest) async throws -> (Output, HTTPURLResponse)

  /// Encodes the body into a copy of the request, sends it, and decodes the body of the response.
  ///
  /// The call costs one pass over each body and one exchange with the server.
  ///
  /// - Parameters:
  ///   - request: The request to send. `body` replaces its body.
  ///   - body: The value to encode as the body of the request.
  /// - Returns: The decoded body and the response.
  /// - Throws: An error if the body can't be encoded, in which case nothing is sent. Otherwise, the errors of
  ///   ``send(request:)``.
  func send<Input: Encodable, Output: Decodable>(
    request: URLRequest, body: Input
  ) async throws -> (Output, HTTPURLResponse)
}
