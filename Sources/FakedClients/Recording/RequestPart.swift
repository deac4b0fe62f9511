import FakedReplay
import Foundation

/// A part of a request that is compared to find its recorded response.
public enum RequestPart: Hashable, Sendable {
  /// The method.
  case method
  /// The whole URL, except for the fragment.
  case url
  /// The path of the URL. Use it for servers whose address changes.
  case path
  /// The query of the URL.
  case query
  /// The body. JSON is compared by its values.
  case body
  /// The header with a name.
  case header(String)
}

extension RequestPart {
  /// Returns the part of a request as text.
  func text(of request: FakeRequest) -> String {
    switch self {
    case .method: return request.method
    case .url: return address(of: request.url)
    case .path: return request.path
    case .query: return request.url.query ?? ""
    case .body: return bodyKey(request.body)
    case .header(let name): return request.header(name) ?? ""
    }
  }

  /// Returns a Boolean value that indicates whether a recorded text matches the text of a request.
  ///
  /// The recording may redact a value that the test doesn't name as a secret yet.
  func isRecorded(_ recorded: String, of text: String) -> Bool {
    let parts = recorded.components(separatedBy: SecretValues.mark)
    guard parts.count > 1, text.hasPrefix(parts[0]) else { return recorded == text }
    var rest = text.dropFirst(parts[0].count)
    var ends = ends(after: parts[0])
    for text in parts[1..<(parts.count - 1)] {
      guard let next = rest.range(of: text), isOneValue(rest[..<next.lowerBound], ends) else {
        return false
      }
      rest = rest[next.upperBound...]
      if text.contains("?") { ends = self.ends(after: text) }
    }
    let last = parts[parts.count - 1]
    return rest.hasSuffix(last) && isOneValue(rest.dropLast(last.count), ends)
  }

  /// Returns a Boolean value that indicates whether a text may be one value that was removed, and no more.
  ///
  /// A short word does not count as a secret: a response to a different request would be worse than no response.
  private func isOneValue(_ value: Substring, _ ends: String) -> Bool {
    if value == SecretValues.mark { return true }
    let isLong =
      value.utf8.count >= 16 || value.utf8.count >= 8 && value.contains(where: \.isNumber)
    // Base64 ends with `=`.
    return isLong && !value.contains(SecretValues.mark)
      && !value.reversed().drop { $0 == "=" }.contains { ends.contains($0) || $0.isNewline }
  }

  /// Returns the characters that end a value that follows the text.
  private func ends(after text: String) -> String {
    switch self {
    case .body, .header: return "&\"<"
    case .url, .path: return text.contains("?") ? "=&" : "/?=&"
    case .method, .query: return "=&"
    }
  }

  /// The name of the part in failure messages.
  var name: String {
    switch self {
    case .method: "method"
    case .url: "URL"
    case .path: "path"
    case .query: "query"
    case .body: "body"
    case .header(let name): "header \(name)"
    }
  }
}

private func address(of url: URL) -> String {
  guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
    return url.absoluteString
  }
  parts.fragment = nil
  parts.host = parts.host?.lowercased()
  if parts.path.isEmpty { parts.path = "/" }
  return parts.string ?? url.absoluteString
}

/// Returns a text that is the same for all equal bodies.
private func bodyKey(_ body: Data) -> String {
  (try? JSON(parsing: body))?.canonicalText ?? body.utf8Text ?? body.base64EncodedString()
}

extension [RequestPart] {
  /// The parts of a request as texts. Two requests are equal if these are.
  func key(of request: FakeRequest) -> [String] { map { $0.text(of: request) } }
}
