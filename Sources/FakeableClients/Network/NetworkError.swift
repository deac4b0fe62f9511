import Foundation

/// Why a ``URLSessionNetworkClient`` has no value to give.
///
/// Cancellation is not among them: a request whose task is cancelled throws `CancellationError`, as
/// everything in a task does.
public enum NetworkError: Error, Sendable {
  /// The server answered with a status outside of 200 to 299: the status, the body, and the response.
  ///
  /// Off Apple's platforms, a 401 that asks for credentials comes without its body, which Foundation keeps.
  case status(Int, Data, HTTPURLResponse)
  /// The body of a response of status 200 to 299 is not the value that was asked for; nothing of it is lost.
  case decoding(DecodingError, Data)
  /// The value to send could not be encoded; nothing was sent.
  case encoding(EncodingError)
  /// What came back is no HTTP response.
  case notHTTP(URLResponse)
  /// The text, or the URL of the request, is no address of a web server; nothing was sent.
  case invalidURL(String)
  /// There is no response: no connection, no such host, timed out, and the like.
  case transport(URLError)
}

extension NetworkError: CustomStringConvertible, LocalizedError {
  /// The whole text: what came back instead of a value, and from where.
  public var description: String {
    switch self {
    case .status(let status, let data, let response):
      "\(place(of: response)) answered with status \(status)\(challenge(of: response)): "
        + "\(bodyText(data))."
    case .decoding(let error, let data):
      "The body of the response does not fit: \(reason(of: error)). It was: \(bodyText(data))."
    case .encoding(let error):
      "The body of the request has no JSON form, and nothing was sent: \(reason(of: error))."
    case .notHTTP(let response):
      "\(place(of: response)) did not answer with HTTP, but with \(type(of: response))."
    case .invalidURL(let text):
      "\(text.debugDescription) is no address of a web server, and nothing was sent. "
        + "Write it in full: https://example.com/path."
    case .transport(let error):
      "There is no response (URLError \(error.errorCode)): \(error.localizedDescription)"
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// A body as failure texts show it: short text as it is, all else by its size.
package func bodyText(_ data: Data) -> String {
  if data.isEmpty { return "no body" }
  guard data.count <= 1_000, let text = String(data: data, encoding: .utf8) else {
    return bytes(data.count)
  }
  return text
}

/// What a server asks for that wants to know who asks, as in ` (WWW-Authenticate: Basic)`.
private func challenge(of response: HTTPURLResponse) -> String {
  response.value(forHTTPHeaderField: "WWW-Authenticate").map { " (WWW-Authenticate: \($0))" } ?? ""
}

private func place(of response: URLResponse) -> String {
  response.url?.absoluteString ?? "The server"
}

private func reason(of error: DecodingError) -> String {
  switch error {
  case .typeMismatch(let type, let context):
    "expected \(type)\(path(context.codingPath)), \(context.debugDescription)"
  case .valueNotFound(let type, let context):
    "expected \(type)\(path(context.codingPath)), \(context.debugDescription)"
  case .keyNotFound(let key, let context):
    "no key \(key.stringValue.debugDescription)\(path(context.codingPath))"
  case .dataCorrupted(let context):
    "\(context.debugDescription)\(path(context.codingPath))"
  @unknown default: "\(error)"
  }
}

private func reason(of error: EncodingError) -> String {
  switch error {
  case .invalidValue(let value, let context):
    "\(value)\(path(context.codingPath)), \(context.debugDescription)"
  @unknown default: "\(error)"
  }
}

private func path(_ keys: [any CodingKey]) -> String {
  if keys.isEmpty { return "" }
  return " at "
    + keys.map { key in key.intValue.map(String.init) ?? key.stringValue }.joined(separator: ".")
}
