import FakeableClients
import Faked
import Foundation

/// A fake that responds to requests, such as ``FakeTransport`` and ``FakeNetworkClient``.
public protocol FakeResponder: Faked {
  /// The identifier of the function with which a server responds to a request.
  var respond: FunctionID<(FakeRequest) -> FakeResponse, AsyncThrows> { get }
  /// The clock that measures the delays of responses.
  var clock: any Clock<Duration> { get }
}

// Shorthand for `when(\.respond, matching:)`.
extension FakeResponder {
  /// Responds to matching requests with a value as JSON.
  ///
  /// The newest stub that matches a request responds. The value is encoded once, when this function is called.
  ///
  /// ```swift
  /// transport.respond(to: .get("/greeting"), with: Greeting(text: "Hello"))
  /// ```
  ///
  /// See <doc:Network>.
  ///
  /// - Parameters:
  ///   - request: The requests to respond to, or `nil`, the default, for all requests.
  ///   - value: The value to encode as JSON.
  ///   - status: The status of the response. Defaults to 200.
  ///   - headers: The headers of the response. Defaults to none.
  public func respond(
    to request: Matcher<FakeRequest>? = nil, with value: some Encodable, status: Int = 200,
    headers: [String: String] = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    stub(
      request, .json(value, status: status, headers: headers),
      SourceLine(fileID, filePath, line, column))
  }

  /// Responds to matching requests with any response, such as a status, a redirect, or a failure.
  ///
  /// The newest stub that matches a request responds.
  ///
  /// ```swift
  /// transport.respond(to: .get("/old"), with: .redirect(to: "/new"))
  /// transport.respond(to: .post("/greetings"), with: .failure(.timedOut))
  /// ```
  ///
  /// See <doc:Network>.
  ///
  /// - Parameters:
  ///   - request: The requests to respond to, or `nil`, the default, for all requests.
  ///   - response: The response.
  public func respond(
    to request: Matcher<FakeRequest>? = nil, with response: FakeResponse,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    stub(request, response, SourceLine(fileID, filePath, line, column))
  }

  private func stub(
    _ request: Matcher<FakeRequest>?, _ response: FakeResponse, _ site: SourceLine
  ) {
    guard let request else {
      // A stub without a condition replaces all earlier stubs.
      return when(
        \.respond, fileID: site.fileID, filePath: site.filePath, line: site.line,
        column: site.column
      ) { _ in response }
    }
    when(
      \.respond, matching: request, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column
    ).thenReturn(response)
  }
}
