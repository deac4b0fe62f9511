import FakeableClients
import Faked
import Foundation

// Conditions for requests, for `when(\.respond, matching:)` and for `verify`. Several of them are
// combined with `.all`, `.either` and `.not`.
extension Matcher<FakeRequest> {
  /// Matches a GET of that path.
  public static func get(_ path: String) -> Self { request("GET", path) }
  /// Matches a HEAD of that path.
  public static func head(_ path: String) -> Self { request("HEAD", path) }
  /// Matches a POST to that path.
  public static func post(_ path: String) -> Self { request("POST", path) }
  /// Matches a PUT to that path.
  public static func put(_ path: String) -> Self { request("PUT", path) }
  /// Matches a PATCH of that path.
  public static func patch(_ path: String) -> Self { request("PATCH", path) }
  /// Matches a DELETE of that path.
  public static func delete(_ path: String) -> Self { request("DELETE", path) }

  /// Matches requests of that method, in whatever case.
  public static func method(_ method: String) -> Self {
    part("method", of: \.method, .equal(method.uppercased()))
  }

  /// Matches requests to that host.
  public static func host(_ host: String) -> Self {
    part("host", of: { $0.url.host ?? "" }, .equal(host))
  }

  /// Matches requests of that path, which is compared without percent-encoding.
  public static func path(_ path: String) -> Self { .path(.equal(path)) }

  /// Matches requests whose path the other matches, as in `.path(.prefix("/users/"))`.
  public static func path(_ matcher: Matcher<String>) -> Self {
    part("path", of: \.path, matcher)
  }

  /// Matches requests with a query item of that name and value; others may be there as well.
  public static func query(_ name: String, _ value: String) -> Self {
    .query(name, .equal(value))
  }

  /// Matches requests whose query item the other matches, which gets nil when there is none.
  public static func query(_ name: String, _ matcher: Matcher<String?>) -> Self {
    part("query item \(name)", of: { $0.query(name) }, matcher)
  }

  /// Matches requests with that header; the name is compared in whatever case.
  public static func header(_ name: String, _ value: String) -> Self {
    .header(name, .equal(value))
  }

  /// Matches requests whose header the other matches, which gets nil when there is none.
  public static func header(_ name: String, _ matcher: Matcher<String?>) -> Self {
    part("header \(name)", of: { $0.header(name) }, matcher)
  }

  /// Matches requests with exactly that body.
  public static func body(_ body: Data) -> Self {
    bodyMatcher(bodyText(body)) { $0.body == body }
  }

  /// Matches requests with exactly that text as their body.
  public static func body(_ text: String) -> Self { body(Data(text.utf8)) }

  /// Matches requests whose body is JSON that decodes to an equal value.
  public static func json<Content: Decodable & Equatable>(_ content: Content) -> Self {
    bodyMatcher(readable(content)) { (try? $0.json(as: Content.self)) == content }
  }
}

extension Matcher<FakeRequest> {
  private static func request(_ method: String, _ path: String) -> Self {
    let (method, text, path) = (Self.method(method), "\(method) \(path)", Self.path(path))
    return Matcher(
      text, matches: { method.matches($0) && path.matches($0) },
      reason: { (method.matches($0) ? path : method).reason($0) }, isRepeatable: true)
  }

  /// A matcher of one part, whose texts name it.
  private static func part<Part>(
    _ name: String, of part: @escaping (FakeRequest) -> Part, _ matcher: Matcher<Part>
  ) -> Self {
    Matcher(
      "\(name) \(matcher.description)", matches: { matcher.matches(part($0)) },
      matched: matcher.matched.map { matched in { matched(part($0)) } },
      reason: { "\(name): \(matcher.reason(part($0)))" }, isRepeatable: true)
  }

  private static func bodyMatcher(
    _ expected: String, matches: @escaping (FakeRequest) -> Bool
  ) -> Self {
    Matcher(
      "body \(expected)", matches: matches,
      reason: { "body: expected \(expected), was \(bodyText($0.body))" }, isRepeatable: true)
  }
}
