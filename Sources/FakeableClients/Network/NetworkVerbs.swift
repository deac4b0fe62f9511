import Foundation

// The everyday requests in one line, for every network client. What is more than a method, a URL and a
// body takes `send` with a request of its own.
extension NetworkClient {
  /// Gets the value at the URL.
  ///
  /// - Throws: what ``send(request:)`` throws.
  public func get<Output: Decodable>(_ url: URL, as type: Output.Type) async throws -> Output {
    try await send(request: URLRequest(url: url)).0
  }

  /// Posts the value to the URL, and gives the value that comes back.
  ///
  /// - Throws: what ``send(request:body:)`` throws.
  @discardableResult
  public func post<Output: Decodable>(
    _ body: some Encodable, to url: URL, as type: Output.Type = NoContent.self
  ) async throws -> Output {
    try await send(request: URLRequest("POST", url), body: body).0
  }

  /// Puts the value at the URL, and gives the value that comes back.
  ///
  /// - Throws: what ``send(request:body:)`` throws.
  @discardableResult
  public func put<Output: Decodable>(
    _ body: some Encodable, to url: URL, as type: Output.Type = NoContent.self
  ) async throws -> Output {
    try await send(request: URLRequest("PUT", url), body: body).0
  }

  /// Deletes what is at the URL.
  ///
  /// - Throws: what ``send(request:)`` throws.
  public func delete(_ url: URL) async throws {
    let _: (NoContent, HTTPURLResponse) = try await send(request: URLRequest("DELETE", url))
  }
}

// The same with the address as text, which is checked before anything is sent.
extension NetworkClient {
  /// Gets the value at the address.
  ///
  /// - Throws: `NetworkError.invalidURL` for a text that is no address; else what ``send(request:)`` throws.
  public func get<Output: Decodable>(_ url: String, as type: Output.Type) async throws -> Output {
    try await get(NetworkJSON.url(url), as: type)
  }

  /// Posts the value to the address, and gives the value that comes back.
  ///
  /// - Throws: `NetworkError.invalidURL` for a text that is no address; else what ``send(request:body:)`` throws.
  @discardableResult
  public func post<Output: Decodable>(
    _ body: some Encodable, to url: String, as type: Output.Type = NoContent.self
  ) async throws -> Output {
    try await post(body, to: NetworkJSON.url(url), as: type)
  }

  /// Puts the value at the address, and gives the value that comes back.
  ///
  /// - Throws: `NetworkError.invalidURL` for a text that is no address; else what ``send(request:body:)`` throws.
  @discardableResult
  public func put<Output: Decodable>(
    _ body: some Encodable, to url: String, as type: Output.Type = NoContent.self
  ) async throws -> Output {
    try await put(body, to: NetworkJSON.url(url), as: type)
  }

  /// Deletes what is at the address.
  ///
  /// - Throws: `NetworkError.invalidURL` for a text that is no address; else what ``send(request:)`` throws.
  public func delete(_ url: String) async throws { try await delete(NetworkJSON.url(url)) }
}

extension URLRequest {
  fileprivate init(_ method: String, _ url: URL) {
    self.init(url: url)
    httpMethod = method
  }
}
