import Foundation

// On platforms other than Apple's, `URLRequest` and `HTTPURLResponse` are in a separate module. It is
// exported so that files that import `FakeableClients` can use these types without `#if`.
#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif

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

/// An empty value for responses whose body doesn't matter, such as those with status 204.
///
/// It can be decoded from any body, including an empty one, and is encoded as `{}`.
///
/// ```swift
/// let (_, response): (NoContent, HTTPURLResponse) = try await client.send(request: request)
/// #expect(response.statusCode == 204)
/// ```
///
/// See <doc:Network>.
public struct NoContent: Codable, Hashable, Sendable {
  /// Creates an empty value. All values of this type are equal.
  public init() {}

  /// Creates an empty value without reading from the decoder.
  ///
  /// - Parameter decoder: A decoder, which is ignored.
  /// - Throws: Nothing. The protocol requires `throws`.
  public init(from decoder: any Decoder) throws {}
}

// Shorthand for common requests. Use `send` if a request needs more than a method, a URL, and a body.
extension NetworkClient {
  /// Sends a GET request and decodes the body of the response.
  ///
  /// ```swift
  /// let greeting = try await client.get("https://example.com/greeting", as: Greeting.self)
  /// ```
  ///
  /// See <doc:Network>.
  ///
  /// - Parameters:
  ///   - url: The URL to request.
  ///   - type: The type to decode.
  /// - Returns: The decoded body.
  /// - Throws: The errors of ``NetworkClient/send(request:)``.
  public func get<Output: Decodable>(_ url: URL, as type: Output.Type) async throws -> Output {
    try await send(request: URLRequest(url: url)).0
  }

  /// Sends a POST request with the value as its body and decodes the body of the response.
  ///
  /// ```swift
  /// let url = "https://example.com/greetings"
  /// let saved = try await client.post(Greeting(text: "Hello"), to: url, as: Greeting.self)
  /// ```
  ///
  /// See <doc:Network>.
  ///
  /// - Parameters:
  ///   - body: The value to encode as the body of the request.
  ///   - url: The URL to request.
  ///   - type: The type to decode. Defaults to ``NoContent``, which ignores the body.
  /// - Returns: The decoded body.
  /// - Throws: The errors of ``NetworkClient/send(request:body:)``.
  @discardableResult
  public func post<Output: Decodable>(
    _ body: some Encodable, to url: URL, as type: Output.Type = NoContent.self
  ) async throws -> Output {
    try await send(request: URLRequest("POST", url), body: body).0
  }

  /// Sends a PUT request with the value as its body and decodes the body of the response.
  ///
  /// ```swift
  /// try await client.put(Greeting(text: "Hello"), to: "https://example.com/greetings/1")
  /// ```
  ///
  /// See <doc:Network>.
  ///
  /// - Parameters:
  ///   - body: The value to encode as the body of the request.
  ///   - url: The URL to request.
  ///   - type: The type to decode. Defaults to ``NoContent``, which ignores the body.
  /// - Returns: The decoded body.
  /// - Throws: The errors of ``NetworkClient/send(request:body:)``.
  @discardableResult
  public func put<Output: Decodable>(
    _ body: some Encodable, to url: URL, as type: Output.Type = NoContent.self
  ) async throws -> Output {
    try await send(request: URLRequest("PUT", url), body: body).0
  }

  /// Sends a DELETE request and ignores the body of the response.
  ///
  /// ```swift
  /// try await client.delete("https://example.com/greetings/1")
  /// ```
  ///
  /// See <doc:Network>.
  ///
  /// - Parameter url: The URL to request.
  /// - Throws: The errors of ``NetworkClient/send(request:)``.
  public func delete(_ url: URL) async throws {
    let _: (NoContent, HTTPURLResponse) = try await send(request: URLRequest("DELETE", url))
  }
}

// Variants that take the URL as text and check it before they send anything.
extension NetworkClient {
  /// Sends a GET request and decodes the body of the response.
  ///
  /// - Parameters:
  ///   - url: The URL to request, as text.
  ///   - type: The type to decode.
  /// - Returns: The decoded body.
  /// - Throws: `NetworkError.invalidURL` if the text isn't the URL of a web server. Otherwise, the
  ///   errors of ``NetworkClient/send(request:)``.
  public func get<Output: Decodable>(_ url: String, as type: Output.Type) async throws -> Output {
    try await get(NetworkJSON.url(url), as: type)
  }

  /// Sends a POST request with the value as its body and decodes the body of the response.
  ///
  /// - Parameters:
  ///   - body: The value to encode as the body of the request.
  ///   - url: The URL to request, as text.
  ///   - type: The type to decode. Defaults to ``NoContent``, which ignores the body.
  /// - Returns: The decoded body.
  /// - Throws: `NetworkError.invalidURL` if the text isn't the URL of a web server. Otherwise, the
  ///   errors of ``NetworkClient/send(request:body:)``.
  @discardableResult
  public func post<Output: Decodable>(
    _ body: some Encodable, to url: String, as type: Output.Type = NoContent.self
  ) async throws -> Output {
    try await post(body, to: NetworkJSON.url(url), as: type)
  }

  /// Sends a PUT request with the value as its body and decodes the body of the response.
  ///
  /// - Parameters:
  ///   - body: The value to encode as the body of the request.
  ///   - url: The URL to request, as text.
  ///   - type: The type to decode. Defaults to ``NoContent``, which ignores the body.
  /// - Returns: The decoded body.
  /// - Throws: `NetworkError.invalidURL` if the text isn't the URL of a web server. Otherwise, the
  ///   errors of ``NetworkClient/send(request:body:)``.
  @discardableResult
  public func put<Output: Decodable>(
    _ body: some Encodable, to url: String, as type: Output.Type = NoContent.self
  ) async throws -> Output {
    try await put(body, to: NetworkJSON.url(url), as: type)
  }

  /// Sends a DELETE request and ignores the body of the response.
  ///
  /// - Parameter url: The URL to request, as text.
  /// - Throws: `NetworkError.invalidURL` if the text isn't the URL of a web server. Otherwise, the
  ///   errors of ``NetworkClient/send(request:)``.
  public func delete(_ url: String) async throws { try await delete(NetworkJSON.url(url)) }
}

extension URLRequest {
  fileprivate init(_ method: String, _ url: URL) {
    self.init(url: url)
    httpMethod = method
  }
}
