import FakedReplay
import Foundation

/// What two requests have in common when a recording takes one for the other.
public enum RequestPart: Hashable, Sendable {
  /// The method.
  case method
  /// The whole URL, but for what stands behind `#`.
  case url
  /// The path of the URL; for servers whose address changes.
  case path
  /// The query of the URL.
  case query
  /// The body; JSON by its values.
  case body
  /// The header of that name.
  case header(String)
}

extension RequestPart {
  /// The part of a request as text.
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

  /// What ends a value that stands behind the text.
  func ends(after text: String) -> String {
    switch self {
    case .body, .header: return "&\"<"
    case .url, .path: return text.contains("?") ? "=&" : "/?=&"
    case .method, .query: return "=&"
    }
  }

  /// What differing texts are called.
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

/// A body as it is compared: JSON by its values.
private func bodyKey(_ body: Data) -> String {
  (try? JSON(parsing: body))?.canonicalText ?? body.utf8Text ?? body.base64EncodedString()
}
