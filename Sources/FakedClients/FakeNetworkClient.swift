import FakeableClients
import Faked
import Foundation

/// A fake network client that sends nothing. A test specifies the responses and verifies the requests.
///
/// Stub it by request, and it responds like a `URLSessionNetworkClient` that receives this response:
/// ```swift
/// client.respond(to: .get("/greeting"), with: Greeting(text: "Hello"))
/// client.respond(to: .get("/missing"), with: .status(404))
/// client.respond(to: .get("/slow"), with: .failure(.timedOut))
/// ```
/// Or stub it by method, with a behavior that returns the decoded value and its response. Then no body is encoded
/// or decoded:
/// ```swift
/// client.when(\.send) { invocationCount, params in
///   if invocationCount > 1 { throw NetworkError.transport(URLError(.timedOut)) }
///   let request: URLRequest = try params[0].unwrap()
///   return (Greeting(text: "Hello"), HTTPURLResponse(
///     url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil))
/// }
/// ```
/// A method that has a stub ignores the stubs of `respond`. A call is recorded under the function that responded to
/// it: `respond`, or the method.
///
/// Copies are the same fake. Its stubs and calls are discarded by `tearDown()`, or with the last copy.
///
/// See <doc:Network>.
public struct FakeNetworkClient: NetworkClient, FakeResponder {
  /// The identity that all copies of the fake share.
  public let instanceId = FakeInstance()
  /// The identifier of ``send(request:)``. Its only parameter is the request.
  public let send = "send"
  /// The identifier of ``send(request:body:)``. Its parameters are the request and the body.
  public let sendWithBody = "sendWithBody"
  /// The identifier of both methods as a server sees them: with an encoded body, and a response to decode.
  public let respond: FunctionID<(FakeRequest) -> FakeResponse, AsyncThrows> = "respond"
  /// The clock that measures the delays of responses.
  public let clock: any Clock<Duration>
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  /// Creates a client without stubs, equal only to its copies.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the delays of responses. There are no timeouts. Defaults to a
  ///     `ContinuousClock`.
  ///   - encoder: The encoder of the real client. Defaults to a new `JSONEncoder`.
  ///   - decoder: The decoder of the real client. Defaults to a new `JSONDecoder`.
  public init(
    clock: any Clock<Duration> = ContinuousClock(), encoder: JSONEncoder = JSONEncoder(),
    decoder: JSONDecoder = JSONDecoder()
  ) {
    self.clock = clock
    self.encoder = encoder
    self.decoder = decoder
  }

  /// Responds with the stub of `send` or `respond`.
  ///
  /// - Parameter request: The request to respond to.
  /// - Returns: The decoded body and the response.
  /// - Throws: The error of the behavior, `FakedError.missingFunction` if no stub matches,
  ///   `FakedError.typeMismatch` if the behavior of `send` returns a type other than the caller expects, or
  ///   `NetworkError` if `respond` is stubbed.
  public func send<Output: Decodable>(
    request: URLRequest
  ) async throws -> (Output, HTTPURLResponse) {
    guard isStubbedByRequest(\.send) else {
      return try await handleAsyncCall(\.send, params: request)
    }
    return try await decodedResponse(to: request)
  }

  /// Responds with the stub of `sendWithBody` or `respond`. A behavior of `sendWithBody` receives the unencoded body.
  ///
  /// - Parameters:
  ///   - request: The request to respond to.
  ///   - body: The value to send as the body.
  /// - Returns: The decoded body and the response.
  /// - Throws: The same errors as ``send(request:)``, with `sendWithBody` in place of `send`.
  public func send<Input: Encodable, Output: Decodable>(
    request: URLRequest, body: Input
  ) async throws -> (Output, HTTPURLResponse) {
    guard isStubbedByRequest(\.sendWithBody) else {
      return try await handleAsyncCall(\.sendWithBody, params: request, body)
    }
    return try await decodedResponse(to: NetworkJSON.request(request, with: body, encoder: encoder))
  }

  private func isStubbedByRequest(_ method: KeyPath<Self, String>) -> Bool {
    isStubbed(\.respond) && !isStubbed(method)
  }

  private func decodedResponse<Output: Decodable>(
    to request: URLRequest
  ) async throws -> (Output, HTTPURLResponse) {
    let (body, head) = try await exchange(NetworkJSON.checked(request))
    let data = try NetworkJSON.body(body, of: head)
    return (try NetworkJSON.value(in: data, decoder: decoder), head)
  }

  /// Returns the response of `respond`, or throws its errors like a `URLSessionNetworkClient`.
  private func exchange(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    do {
      try Task.checkCancellation()
      let body = try request.httpBody ?? request.httpBodyStream.map(readAll) ?? Data()
      guard let request = FakeRequest(request, body: body) else { throw URLError(.badURL) }
      let (response, last) = try await exchange(
        request, respond: { try await handleCall(\.respond, $0) })
      if let error = response.error { throw error }
      guard let head = response.head(to: last) else { throw URLError(.badServerResponse) }
      return (response.chunks(to: last).whole, head)
    } catch {
      if error is FakedError { throw error }
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      throw NetworkError.transport(TransportFailure.urlError(for: error))
    }
  }
}
