import Foundation

/// An error that a ``URLSessionNetworkClient`` throws instead of returning a value.
///
/// Cancellation isn't a network error: a request whose task is canceled throws `CancellationError`.
public enum NetworkError: Error, Sendable {
  /// The server responded with a status outside 200 to 299.
  ///
  /// The values are the status, the body, and the response. On platforms other than Apple's, Foundation withholds
  /// the body of a 401 response that asks for credentials.
  case status(Int, Data, HTTPURLResponse)
  /// The body of a successful response can't be decoded. The error includes the whole body.
  case decoding(DecodingError, Data)
  /// The value to send can't be encoded. Nothing was sent.
  case encoding(EncodingError)
  /// The text, or the URL of the request, isn't the URL of a web server. Nothing was sent.
  case invalidURL(String)
  /// There is no response: the connection failed, the host is unknown, the request timed out, and so on.
  case transport(URLError)
}

extension NetworkError: CustomStringConvertible, LocalizedError {
  /// A text that says what was received instead of a value, and from which URL.
  public var description: String {
    switch self {
    case .status(let status, let data, let response):
      "\(response.url?.absoluteString ?? "The server") responded with status \(status)\(challenge(of: response)): "
        + "\(bodyText(data))."
    case .decoding(let error, let data):
      "The body of the response can't be decoded: \(reason(of: error)). The body: \(bodyText(data))."
    case .encoding(let error):
      "The body of the request can't be encoded as JSON, and nothing was sent: \(reason(of: error))."
    case .invalidURL(let text):
      "\(text.debugDescription) is not the URL of a web server, and nothing was sent. "
        + "Write it in full: https://example.com/path."
    case .transport(let error):
      "There is no response (URLError \(error.errorCode)): \(error.localizedDescription)"
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// Returns a body as failure messages show it: short text unchanged, anything else as its size.
package func bodyText(_ data: Data) -> String {
  if data.isEmpty { return "no body" }
  guard data.count <= 1_000, let text = String(data: data, encoding: .utf8) else {
    return bytes(data.count)
  }
  return text
}

/// Returns the credentials that a server asks for, such as ` (WWW-Authenticate: Basic)`.
private func challenge(of response: HTTPURLResponse) -> String {
  response.value(forHTTPHeaderField: "WWW-Authenticate").map { " (WWW-Authenticate: \($0))" } ?? ""
}

private func reason(of error: DecodingError) -> String {
  switch error {
  case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
    "expected \(type)\(path(context.codingPath)), \(detail(context.debugDescription))"
  case .keyNotFound(let key, let context):
    "no key \(key.stringValue.debugDescription)\(path(context.codingPath))"
  case .dataCorrupted(let context):
    "\(detail(context.debugDescription))\(path(context.codingPath))"
  @unknown default: "\(error)"
  }
}

private func reason(of error: EncodingError) -> String {
  switch error {
  case .invalidValue(let value, let context):
    "\(value)\(path(context.codingPath)), \(detail(context.debugDescription))"
  @unknown default: "\(error)"
  }
}

/// Returns a text without its final period, because the sentence that contains it has its own.
private func detail(_ text: String) -> String {
  text.hasSuffix(".") ? String(text.dropLast()) : text
}

private func path(_ keys: [any CodingKey]) -> String {
  if keys.isEmpty { return "" }
  return " at "
    + keys.map { key in key.intValue.map(String.init) ?? key.stringValue }.joined(separator: ".")
}
