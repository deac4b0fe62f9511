import Foundation

/// Sends HTTP requests and decodes what comes back.
///
/// The type of the answer is chosen by the code that asks:
/// ```swift
/// let (user, response): (User, HTTPURLResponse) = try await client.send(request: request)
/// ```
/// A client decides which format bodies have and which status codes are errors; its documentation
/// says so.
public protocol NetworkClient: Sendable {
  /// Sends the request as it is, and decodes the body of the response.
  ///
  /// Costs one exchange with the server and one pass over the body.
  ///
  /// - Throws: an error that says why there is no `Output`. The clients of this package throw a
  ///   ``NetworkError``, and `CancellationError` when the task was cancelled.
  func send<Output: Decodable>(request: URLRequest) async throws -> (Output, HTTPURLResponse)

  /// Encodes the body into a copy of the request, sends it, and decodes the body of the response.
  ///
  /// A body that the request had before is replaced. Costs one pass over each of the two bodies
  /// and one exchange with the server.
  ///
  /// - Throws: an error that says that the body cannot be encoded, in which case nothing was sent; else
  ///   what ``send(request:)`` throws.
  func send<Input: Encodable, Output: Decodable>(
    request: URLRequest, body: Input
  ) async throws -> (Output, HTTPURLResponse)
}
