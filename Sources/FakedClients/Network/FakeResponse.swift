import FakeableClients
import Foundation

/// The response of a fake server: a status with headers and a body, or an error.
///
/// ```swift
/// transport.when(\.respond) { request in .json(["greeting": "hi"]) }
/// transport.when(\.respond, matching: .get("/slow")).thenReturn(.status(204).delayed(by: .seconds(2)))
/// ```
///
/// See <doc:Network>.
public struct FakeResponse: Sendable {
  /// The status, or `nil` if there is only an error.
  public var status: Int?
  /// The headers.
  public var headers: [String: String]
  /// The parts of the body, in the order in which they arrive.
  public var chunks: [Data]
  /// The error that ends the exchange, or `nil` if the exchange succeeds.
  public private(set) var error: (any Error)?
  /// The time that the server takes to respond.
  public private(set) var delay = Duration.zero

  init(
    status: Int?, headers: [String: String] = [:], chunks: [Data] = [], error: (any Error)? = nil
  ) {
    (self.status, self.headers, self.chunks, self.error) = (status, headers, chunks, error)
  }
}

extension FakeResponse {
  /// Responds with bytes.
  ///
  /// - Parameters:
  ///   - body: The body of the response.
  ///   - type: The content type. Defaults to `application/octet-stream`.
  ///   - status: The status of the response. Defaults to 200.
  ///   - headers: Additional headers of the response. Defaults to none.
  /// - Returns: The response.
  public static func data(
    _ body: Data, type: String = "application/octet-stream", status: Int = 200,
    headers: [String: String] = [:]
  ) -> FakeResponse {
    let defaults = ["Content-Type": type, "Content-Length": "\(body.count)"]
    return FakeResponse(
      status: status, headers: headers.addingMissing(defaults), chunks: body.isEmpty ? [] : [body])
  }

  /// Responds with a value as JSON.
  ///
  /// - Parameters:
  ///   - value: The value to encode. If it can't be encoded, the request fails with the error of the encoder.
  ///   - status: The status of the response. Defaults to 200.
  ///   - headers: Additional headers of the response. Defaults to none.
  ///   - encoder: The encoder to use. Defaults to a new `JSONEncoder`.
  /// - Returns: The response.
  public static func json(
    _ value: some Encodable, status: Int = 200, headers: [String: String] = [:],
    encoder: JSONEncoder = JSONEncoder()
  ) -> FakeResponse {
    do {
      let body = try encoder.encode(value)
      return data(body, type: "application/json", status: status, headers: headers)
    } catch {
      return FakeResponse(status: nil, error: error)
    }
  }

  /// Responds with text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The body of the response.
  ///   - status: The status of the response. Defaults to 200.
  ///   - headers: Additional headers of the response. Defaults to none.
  /// - Returns: The response.
  public static func text(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> FakeResponse {
    data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status, headers: headers)
  }

  /// Responds with a status and no body.
  ///
  /// - Parameters:
  ///   - status: The status of the response.
  ///   - headers: Additional headers of the response. Defaults to none.
  /// - Returns: The response.
  public static func status(_ status: Int, headers: [String: String] = [:]) -> FakeResponse {
    let hasLength = status >= 200 && status != 204 && status != 304
    return FakeResponse(
      status: status, headers: hasLength ? headers.addingMissing(["Content-Length": "0"]) : headers)
  }

  /// Responds with a body in several parts, without announcing its length.
  ///
  /// A delegate receives the parts one at a time. Other receivers get the complete body.
  ///
  /// - Parameters:
  ///   - chunks: The parts of the body. Empty parts are omitted.
  ///   - status: The status of the response. Defaults to 200.
  ///   - headers: Additional headers of the response. Defaults to none.
  /// - Returns: The response.
  public static func chunks(
    _ chunks: [Data], status: Int = 200, headers: [String: String] = [:]
  ) -> FakeResponse {
    FakeResponse(status: status, headers: headers, chunks: chunks.filter { !$0.isEmpty })
  }

  /// Redirects the client to another URL.
  ///
  /// A session follows with GET after status 303, and after a POST with status 301 or 302. Otherwise, it keeps the
  /// method.
  ///
  /// - Parameters:
  ///   - location: The URL to redirect to, which may be relative.
  ///   - status: The status of the response. Defaults to 302.
  /// - Returns: The response.
  public static func redirect(to location: String, status: Int = 302) -> FakeResponse {
    .status(status, headers: ["Location": location])
  }

  /// Fails the request instead of responding.
  ///
  /// - Parameter code: The code of the `URLError`.
  /// - Returns: The failure.
  public static func failure(_ code: URLError.Code) -> FakeResponse {
    FakeResponse(status: nil, error: URLError(code))
  }

  /// Delays the response. Multiple delays add up.
  ///
  /// - Parameter delay: The time to wait before the response, measured by the clock of the fake.
  /// - Returns: The delayed response.
  public func delayed(by delay: Duration) -> FakeResponse {
    var response = self
    response.delay += delay
    return response
  }

  /// Breaks the connection after the body, which fails the request.
  ///
  /// - Parameter code: The code of the `URLError`. Defaults to `.networkConnectionLost`.
  /// - Returns: The response with the error at its end.
  public func broken(by code: URLError.Code = .networkConnectionLost) -> FakeResponse {
    var response = self
    response.error = URLError(code)
    return response
  }
}

extension FakeResponse {
  /// The complete body.
  public var body: Data {
    get { chunks.whole }
    set { chunks = newValue.isEmpty ? [] : [newValue] }
  }

  /// Returns the value of a header, whose name may be in uppercase or lowercase.
  func header(_ name: String) -> String? {
    headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// The type of the body, in lowercase.
  var type: String { (header("Content-Type") ?? "").lowercased() }
  /// The type of the body without its parameters.
  var mimeType: String { type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces) }
}

extension [Data] {
  /// The parts as one value. Joining them as a sequence, byte by byte, would take seconds in a debug build.
  var whole: Data { count == 1 ? self[0] : reduce(into: Data()) { $0.append($1) } }
}

extension FakeResponse: CustomStringConvertible {
  /// The response as transcripts show it: `200 {"greeting":"hi"}`.
  public var description: String {
    let text = (status.map { "\($0)" } ?? "") + (body.isEmpty ? "" : " " + bodyText(body))
    let parts = [text, error.map { "fails with \(errorText($0))" } ?? ""]
    return (delay > .zero ? "after \(delay): " : "")
      + parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// Returns an error as recordings and messages name it.
func errorText(_ error: any Error) -> String {
  (error as? URLError).map { "URLError \($0.errorCode)" } ?? "\(error)"
}

extension [String: String] {
  /// Adds the headers whose names are missing, ignoring uppercase and lowercase.
  func addingMissing(_ defaults: Self) -> Self {
    let names = Set(keys.map { $0.lowercased() })
    return merging(defaults.filter { !names.contains($0.key.lowercased()) }) { own, _ in own }
  }
}
