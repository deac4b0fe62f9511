import FakeableClients
import Faked
import Foundation

// Matchers for requests, for `when(\.respond, matching:)` and `verify`. Combine them with `.all` and
// `.not`.
extension Matcher<FakeRequest> {
  /// Matches GET requests with the path.
  ///
  /// - Parameter path: The path, without percent-encoding.
  /// - Returns: A matcher for such requests.
  public static func get(_ path: String) -> Self { request("GET", path) }
  /// Matches HEAD requests with the path.
  ///
  /// - Parameter path: The path, without percent-encoding.
  /// - Returns: A matcher for such requests.
  public static func head(_ path: String) -> Self { request("HEAD", path) }
  /// Matches POST requests with the path.
  ///
  /// - Parameter path: The path, without percent-encoding.
  /// - Returns: A matcher for such requests.
  public static func post(_ path: String) -> Self { request("POST", path) }
  /// Matches PUT requests with the path.
  ///
  /// - Parameter path: The path, without percent-encoding.
  /// - Returns: A matcher for such requests.
  public static func put(_ path: String) -> Self { request("PUT", path) }
  /// Matches PATCH requests with the path.
  ///
  /// - Parameter path: The path, without percent-encoding.
  /// - Returns: A matcher for such requests.
  public static func patch(_ path: String) -> Self { request("PATCH", path) }
  /// Matches DELETE requests with the path.
  ///
  /// - Parameter path: The path, without percent-encoding.
  /// - Returns: A matcher for such requests.
  public static func delete(_ path: String) -> Self { request("DELETE", path) }

  /// Matches requests with the method.
  ///
  /// - Parameter method: The method, in uppercase or lowercase.
  /// - Returns: A matcher for such requests.
  public static func method(_ method: String) -> Self {
    part("method", of: \.method, .equal(method.uppercased()))
  }

  /// Matches requests to the host.
  ///
  /// - Parameter host: The host, without a port.
  /// - Returns: A matcher for such requests.
  public static func host(_ host: String) -> Self {
    part("host", of: { $0.url.host ?? "" }, .equal(host))
  }

  /// Matches requests with the path.
  ///
  /// - Parameter path: The path, without percent-encoding.
  /// - Returns: A matcher for such requests.
  public static func path(_ path: String) -> Self { .path(.equal(path)) }

  /// Matches requests whose path matches, as in `.path(.prefix("/users/"))`.
  ///
  /// - Parameter matcher: The matcher for the path, which has no percent-encoding.
  /// - Returns: A matcher for such requests.
  public static func path(_ matcher: Matcher<String>) -> Self {
    part("path", of: \.path, matcher)
  }

  /// Matches requests with the query item. Requests may have other query items.
  ///
  /// - Parameters:
  ///   - name: The name of the query item.
  ///   - value: The value of the query item.
  /// - Returns: A matcher for such requests.
  public static func query(_ name: String, _ value: String) -> Self {
    .query(name, .equal(value))
  }

  /// Matches requests whose query item matches.
  ///
  /// - Parameters:
  ///   - name: The name of the query item.
  ///   - matcher: The matcher for the value, which is `nil` if there is no such query item.
  /// - Returns: A matcher for such requests.
  public static func query(_ name: String, _ matcher: Matcher<String?>) -> Self {
    part("query item \(name)", of: { $0.query(name) }, matcher)
  }

  /// Matches requests with the header.
  ///
  /// - Parameters:
  ///   - name: The name of the header, in uppercase or lowercase.
  ///   - value: The value of the header.
  /// - Returns: A matcher for such requests.
  public static func header(_ name: String, _ value: String) -> Self {
    .header(name, .equal(value))
  }

  /// Matches requests whose header matches.
  ///
  /// - Parameters:
  ///   - name: The name of the header, in uppercase or lowercase.
  ///   - matcher: The matcher for the value, which is `nil` if there is no such header.
  /// - Returns: A matcher for such requests.
  public static func header(_ name: String, _ matcher: Matcher<String?>) -> Self {
    part("header \(name)", of: { $0.header(name) }, matcher)
  }

  /// Matches requests with exactly this body.
  ///
  /// - Parameter body: The bytes of the body.
  /// - Returns: A matcher for such requests.
  public static func body(_ body: Data) -> Self {
    bodyMatcher(bodyText(body)) { $0.body == body }
  }

  /// Matches requests with exactly this text as their body.
  ///
  /// - Parameter text: The body, encoded as UTF-8.
  /// - Returns: A matcher for such requests.
  public static func body(_ text: String) -> Self { body(Data(text.utf8)) }

  /// Matches requests whose JSON body decodes to an equal value.
  ///
  /// - Parameter content: The expected value.
  /// - Returns: A matcher for such requests.
  public static func json<Content: Decodable & Equatable>(_ content: Content) -> Self {
    bodyMatcher(readable(content)) {
      (try? $0.json(as: Content.self)) == content
    }
  }
}

extension Matcher<FakeRequest> {
  private static func request(_ method: String, _ path: String) -> Self {
    let (method, text, path) = (Self.method(method), "\(method) \(path)", Self.path(path))
    return Matcher(
      text, matches: { method.matches($0) && path.matches($0) },
      reason: { (method.matches($0) ? path : method).reason($0) })
  }

  /// Returns a matcher for one part of a request, whose messages name the part.
  private static func part<Part>(
    _ name: String, of part: @escaping (FakeRequest) -> Part, _ matcher: Matcher<Part>
  ) -> Self {
    Matcher(
      "\(name) \(matcher.description)", matches: { matcher.matches(part($0)) },
      matched: matcher.matched.map { matched in { matched(part($0)) } },
      reason: { "\(name): \(matcher.reason(part($0)))" })
  }

  private static func bodyMatcher(
    _ expected: String, matches: @escaping (FakeRequest) -> Bool
  ) -> Self {
    Matcher(
      "body \(expected)", matches: matches,
      reason: { "body: expected \(expected), was \(bodyText($0.body))" })
  }
}

extension FakeRequest: StubSuggesting {
  package var stubAsCode: String {
    let path = String(reflecting: path)
    let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
    let condition =
      methods.contains(method)
      ? ".\(method.lowercased())(\(path))" : ".all(.method(\"\(method)\"), .path(\(path)))"
    return "fake.respond(to: \(condition), with: …)"
  }
}
