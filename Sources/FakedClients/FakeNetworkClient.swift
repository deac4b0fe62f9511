import FakeableClients
import Faked
import Foundation

/// A network client that sends nothing: a test says what comes back, and sees what would have gone out.
///
/// It is stubbed by request, and answers as a `URLSessionNetworkClient` would with such a response:
/// ```swift
/// client.respond(to: .get("/greeting"), with: Greeting(text: "Hello"))
/// client.respond(to: .get("/missing"), status: 404)
/// client.fail(with: .timedOut)
/// ```
/// Or stub it by method, with a behavior that returns the decoded value and its response. Then no body is
/// encoded or decoded:
/// ```swift
/// client.when(\.send) { invocationCount, params in
///   if invocationCount > 1 { throw NetworkError.transport(URLError(.timedOut)) }
///   let request: URLRequest = try params[0].unwrap()
///   return (Greeting(text: "Hello"), HTTPURLResponse(
///     url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil))
/// }
/// ```
/// A method with a stub answers by that alone. A call is recorded where it was answered:
/// under `respond`, or under the method.
///
/// Copies are the same fake. Its stubs and calls go with the last copy, or at `tearDown()`.
public struct FakeNetworkClient: NetworkClient, FakeResponder {
  /// What copies of the fake share.
  public let instanceId = FakeInstance()
  /// Stands for ``send(request:)``; its one parameter is the request.
  public let send = "send"
  /// Stands for ``send(request:body:)``; its parameters are the request and the body.
  public let sendWithBody = "sendWithBody"
  /// Stands for both, as a server sees them: the body is encoded, the answer is decoded.
  public let respond: FunctionID<(FakeRequest) -> FakeResponse, AsyncThrows> = "respond"
  /// What measures the delays of responses.
  public let clock: any Clock<Duration>
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder

  /// A client without stubs; equal to its copies and to no other.
  ///
  /// The clock measures the delays of responses; there are no timeouts. The coders are those of the
  /// real client that it stands for.
  public init(
    clock: any Clock<Duration> = ContinuousClock(), encoder: JSONEncoder = JSONEncoder(),
    decoder: JSONDecoder = JSONDecoder()
  ) {
    self.clock = clock
    self.encoder = encoder
    self.decoder = decoder
  }

  /// Answers as `send` or `respond` is stubbed.
  ///
  /// - Throws: what the behavior throws; `FakedError.missingFunction` when no stub answers;
  ///   `FakedError.typeMismatch` when the behavior of `send` returned something else than was asked for;
  ///   and `NetworkError` where `respond` has the stub.
  public func send<Output: Decodable>(
    request: URLRequest
  ) async throws -> (Output, HTTPURLResponse) {
    guard isStubbedByRequest(\.send) else {
      return try await handleAsyncCall(\.send, params: request)
    }
    return try await answer(request)
  }

  /// Answers as `sendWithBody` or `respond` is stubbed; `sendWithBody` gets the body as the value it is.
  ///
  /// - Throws: what ``send(request:)`` throws, for `sendWithBody`.
  public func send<Input: Encodable, Output: Decodable>(
    request: URLRequest, body: Input
  ) async throws -> (Output, HTTPURLResponse) {
    guard isStubbedByRequest(\.sendWithBody) else {
      return try await handleAsyncCall(\.sendWithBody, params: request, body)
    }
    return try await answer(NetworkJSON.request(request, with: body, encoder: encoder))
  }

  private func isStubbedByRequest(_ method: KeyPath<Self, String>) -> Bool {
    isStubbed(\.respond) && !isStubbed(method)
  }

  private func answer<Output: Decodable>(
    _ request: URLRequest
  ) async throws -> (Output, HTTPURLResponse) {
    let (body, response) = try await exchange(NetworkJSON.checked(request))
    guard let head = response as? HTTPURLResponse else { throw NetworkError.notHTTP(response) }
    let data = try NetworkJSON.body(body, of: head)
    return (try NetworkJSON.value(in: data, decoder: decoder), head)
  }

  /// The response of `respond`, with its errors in the form that a `URLSessionNetworkClient` gives them.
  private func exchange(_ request: URLRequest) async throws -> (Data, URLResponse) {
    do {
      try Task.checkCancellation()
      let body = try request.httpBody ?? request.httpBodyStream.map(readAll) ?? Data()
      guard let request = FakeRequest(request, body: body) else { throw URLError(.badURL) }
      let (response, last) = try await exchange(
        request, answer: { try await handleCall(\.respond, $0) })
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
