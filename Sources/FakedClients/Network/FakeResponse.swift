import FakeableClients
import Foundation

/// What a fake server answers: a status with headers and a body, or an error in their place.
///
/// ```swift
/// transport.when(\.respond) { request in .json(["greeting": "hi"]) }
/// transport.when(\.respond, matching: .get("/slow")).thenReturn(.status(204).delayed(by: .seconds(2)))
/// ```
public struct FakeResponse: Sendable {
  /// What comes before the body.
  enum Head: Sendable {
    case http(status: Int, headers: [String: String])
    case notHTTP(type: String)
    /// There is no response, only an error.
    case missing
  }

  let head: Head
  /// The body, in the parts that it arrives in.
  public let chunks: [Data]
  /// What the exchange ends with in the place of success; nil when it succeeds.
  public private(set) var error: (any Error)?
  /// How long the server takes for it.
  public private(set) var delay = Duration.zero

  init(_ head: Head, chunks: [Data] = [], error: (any Error)? = nil) {
    self.head = head
    self.chunks = chunks
    self.error = error
  }
}

extension FakeResponse {
  /// Answers with the bytes.
  public static func data(
    _ body: Data, type: String = "application/octet-stream", status: Int = 200,
    headers: [String: String] = [:]
  ) -> FakeResponse {
    let defaults = ["Content-Type": type, "Content-Length": "\(body.count)"]
    return FakeResponse(
      .http(status: status, headers: headers.addingMissing(defaults)),
      chunks: body.isEmpty ? [] : [body])
  }

  /// Answers with the value as JSON.
  ///
  /// A value that cannot be encoded fails the request with an error that says so.
  public static func json(
    _ value: some Encodable, status: Int = 200, headers: [String: String] = [:],
    encoder: JSONEncoder = JSONEncoder()
  ) -> FakeResponse {
    do {
      let body = try encoder.encode(value)
      return data(body, type: "application/json", status: status, headers: headers)
    } catch {
      return FakeResponse(.missing, error: error)
    }
  }

  /// Answers with the text in UTF-8.
  public static func text(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> FakeResponse {
    data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status, headers: headers)
  }

  /// Answers with the status and without a body.
  public static func status(_ status: Int, headers: [String: String] = [:]) -> FakeResponse {
    let hasLength = status >= 200 && status != 204 && status != 304
    return FakeResponse(
      .http(
        status: status,
        headers: hasLength ? headers.addingMissing(["Content-Length": "0"]) : headers))
  }

  /// Answers with a body of several parts, whose length nobody is told before.
  ///
  /// A delegate gets the parts one by one; all others get them as one.
  public static func chunks(
    _ chunks: [Data], status: Int = 200, headers: [String: String] = [:]
  ) -> FakeResponse {
    FakeResponse(.http(status: status, headers: headers), chunks: chunks.filter { !$0.isEmpty })
  }

  /// Sends the client to another URL, which may be relative.
  ///
  /// A session follows: with 303, and after a POST with 301 and 302, by GET; else by the same method.
  public static func redirect(to location: String, status: Int = 302) -> FakeResponse {
    .status(status, headers: ["Location": location])
  }

  /// Does not answer: the request fails with the error of that code.
  public static func failure(_ code: URLError.Code) -> FakeResponse {
    FakeResponse(.missing, error: URLError(code))
  }

  /// Answers in another protocol than HTTP, which production code seldom expects.
  public static func notHTTP(
    _ body: Data = Data(), type: String = "application/octet-stream"
  ) -> FakeResponse {
    FakeResponse(.notHTTP(type: type), chunks: body.isEmpty ? [] : [body])
  }

  /// The same after a time, which the clock of the fake measures.
  public func delayed(by delay: Duration) -> FakeResponse {
    var response = self
    response.delay += delay
    return response
  }

  /// The same, but the connection breaks after the body: the request fails with the error of that code.
  public func broken(by code: URLError.Code = .networkConnectionLost) -> FakeResponse {
    var response = self
    response.error = URLError(code)
    return response
  }
}

extension FakeResponse {
  /// The status; nil when it is no HTTP response.
  public var status: Int? {
    guard case .http(let status, _) = head else { return nil }
    return status
  }

  /// The headers; none when it is no HTTP response.
  public var headers: [String: String] {
    guard case .http(_, let headers) = head else { return [:] }
    return headers
  }

  /// The whole body.
  public var body: Data { chunks.whole }
}

extension [Data] {
  /// The parts as one; byte by byte, as a joined sequence, it would take seconds in a debug build.
  var whole: Data { count == 1 ? self[0] : reduce(into: Data()) { $0.append($1) } }
}

extension FakeResponse: CustomStringConvertible {
  /// As transcripts show it: `200 {"greeting":"hi"}`.
  public var description: String {
    let start =
      switch head {
      case .http(let status, _): "\(status)"
      case .notHTTP: "not HTTP"
      case .missing: ""
      }
    let answer = start + (body.isEmpty ? "" : " " + bodyText(body))
    let parts = [answer] + (error.map { ["fails with \(errorText($0))"] } ?? [])
    return (delay > .zero ? "after \(delay): " : "")
      + parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

private func errorText(_ error: any Error) -> String {
  (error as? URLError).map { "URLError \($0.errorCode)" } ?? "\(error)"
}

extension [String: String] {
  /// With those added that no header has the name of, in whatever case.
  fileprivate func addingMissing(_ defaults: Self) -> Self {
    let names = Set(keys.map { $0.lowercased() })
    return merging(defaults.filter { !names.contains($0.key.lowercased()) }) { own, _ in own }
  }
}
