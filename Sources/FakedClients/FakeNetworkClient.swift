import Clients
import Faked
import Foundation

/// A network client that sends nothing: a test says what comes back, and sees what would have gone out.
///
/// ```swift
/// client.when(\.send) { invocationCount, params in
///   if invocationCount > 1 { throw URLError(.timedOut) }
///   let request: URLRequest = try params[0].unwrap()
///   return (Greeting(text: "Hello"), HTTPURLResponse(
///     url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil))
/// }
/// ```
/// A behavior returns the decoded value with its response, because the methods are generic in their
/// result; no body is encoded or decoded. It may suspend, and it may throw what a server or a
/// transport would.
///
/// Copies are the same fake. What it was taught and asked goes with the last copy, or at `tearDown()`.
public struct FakeNetworkClient: NetworkClient, Faked {
  public let instanceId = FakeInstance()
  /// Stands for ``send(request:)``; its one parameter is the request.
  public let send = "send"
  /// Stands for ``send(request:body:)``; its parameters are the request and the body.
  public let sendWithBody = "sendWithBody"

  /// A client that was taught nothing; equal to its copies and to no other.
  public init() {}

  /// Answers as `send` was taught.
  ///
  /// - Throws: what the behavior throws; `FakedError.missingFunction` when nothing was taught; and
  ///   `FakedError.typeMismatch` when the behavior returned something else than was asked for.
  public func send<Output: Decodable>(
    request: URLRequest
  ) async throws -> (Output, HTTPURLResponse) {
    try await handleAsyncCall(\.send, params: request)
  }

  /// Answers as `sendWithBody` was taught; the body is recorded as the value it is.
  ///
  /// - Throws: what ``send(request:)`` throws, for `sendWithBody`.
  public func send<Input: Encodable, Output: Decodable>(
    request: URLRequest, body: Input
  ) async throws -> (Output, HTTPURLResponse) {
    try await handleAsyncCall(\.sendWithBody, params: request, body)
  }
}
