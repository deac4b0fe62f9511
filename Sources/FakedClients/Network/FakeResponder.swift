import FakeableClients
import Faked
import Foundation

/// A fake that answers requests: what ``FakeTransport`` and ``FakeNetworkClient`` have in common.
public protocol FakeResponder: Faked {
  /// Stands for what a server does with a request.
  var respond: FunctionID<(FakeRequest) -> FakeResponse, AsyncThrows> { get }
  /// What measures the delays of responses.
  var clock: any Clock<Duration> { get }
}

// Short forms of `when(\.respond, matching:)`.
extension FakeResponder {
  /// Answers the requests that match with the value as JSON; all requests, when no matcher is given.
  ///
  /// The newest stub that matches answers. Costs one encoding, when the stub is set.
  public func respond(
    to request: Matcher<FakeRequest>? = nil, with value: some Encodable, status: Int = 200,
    headers: [String: String] = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    stub(
      request, .json(value, status: status, headers: headers),
      SourceLine(fileID, filePath, line, column))
  }

  /// Answers the requests that match with the status and no body; all requests, when no matcher is given.
  public func respond(
    to request: Matcher<FakeRequest>? = nil, status: Int, headers: [String: String] = [:],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    stub(request, .status(status, headers: headers), SourceLine(fileID, filePath, line, column))
  }

  /// Fails the requests that match with the error; all requests, when no matcher is given.
  public func fail(
    _ request: Matcher<FakeRequest>? = nil, with code: URLError.Code,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    stub(request, .failure(code), SourceLine(fileID, filePath, line, column))
  }

  private func stub(
    _ request: Matcher<FakeRequest>?, _ response: FakeResponse, _ site: SourceLine
  ) {
    guard let request else {
      // A stub without a condition replaces the stubs from before.
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
