import FakedClients
import Foundation
import Testing

/// Named secrets that follow an escape, or that are in an unusual place.
@Suite struct ArchiveEscapedSecretsTests {
  private static let escaped: [SecretCase] = [
    SecretCase(
      "link in HTML",
      .answered(
        #"<a href="/login?next=%2Fcb%3Fpassword%3Dpw-1">Sign in</a>"#, type: "text/html")),
    SecretCase(
      "percent-encoded attribute",
      .answered(#"<p data-x="%7B%22password%22%3A%22pw-1%22%7D">"#, type: "text/html")),
    SecretCase(
      "escaped ampersand in a script",
      .answered(#"a = "https://x/?a=1\u0026password=pw-1""#, type: "text/javascript")),
    SecretCase(
      "escaped quotation marks in a script",
      .answered(#"a = "\u0022password\u0022: \u0022pw-1\u0022""#, type: "text/javascript")),
    SecretCase(
      "escaped equals sign in a script",
      .answered(#"a = "\x26password\x3dpw-1""#, type: "text/javascript")),
    SecretCase(
      "encoded URL in JSON",
      .answered(#"{"next": "https%3A%2F%2Fb%3Fpassword%3Dpw-1"}"#, type: "application/json")),
    SecretCase(
      "encoded ampersand in JSON",
      .answered(#"{"next": "a%3Db%26password%3Dpw-1"}"#, type: "application/json")),
    SecretCase("URL that is encoded twice", Sent(path: "/?a=%252Fcb%253Fpassword%253Dpw-1")),
    SecretCase(
      "line break that is escaped", .answered(#"user: ada\npassword: pw-1"#, type: "text/plain")),
    SecretCase(
      "escaped name in a JSON string",
      .answered(#"{"log": "a\\npassword: pw-1"}"#, type: "application/json")),
    SecretCase(
      "header after an escaped line break",
      .answered(#"{"log": "GET /\\r\\nAuthorization: pw-1"}"#, type: "application/json")),
    SecretCase(
      "letters before a name", .answered(#"{"a": "mypassword: shown"}"#, type: "application/json"),
      kept: ["mypassword: shown"]),
  ]

  private static let places: [SecretCase] = [
    SecretCase("text without a type that has an equals sign", .post("user=ada password pw-1")),
    SecretCase(
      "URL without a type", .post("https://ada:pw-1@x.example/?a=b"), kept: ["@x.example/?a=b"]),
    SecretCase(
      "flat list of headers",
      .answered(
        #"["Host", "x.example", "Authorization", "Bearer pw-1", "Accept", "*/*"]"#,
        type: "application/json"),
      kept: ["x.example", "*/*"]),
    SecretCase(
      "text that begins like a URL without a scheme",
      .answered("//password:pw-1", type: "text/plain")),
    SecretCase(
      "even list of fields",
      .answered(#"["password", "username", "email", "locale"]"#, type: "application/json"),
      gone: ["REDACTED"], kept: ["username", "locale"]),
    SecretCase(
      "list of fields", .answered(#"["user", "password", "email"]"#, type: "application/json"),
      gone: ["REDACTED"], kept: ["email"]),
    SecretCase(
      "address without a scheme", .headed("Location", "//ada:pw-1@x.example/p"),
      kept: ["@x.example/p"]),
    SecretCase(
      "link without a scheme",
      .answered(#"<a href="//ada:pw-1@x.example/p">"#, type: "text/html"), kept: ["@x.example/p"]),
    SecretCase(
      "path that is a secret", Sent(path: "/topsecret-1", headers: ["X-Key": "/topsecret-1"]),
      kept: ["/REDACTED\""]),
    SecretCase("many colons", .headed("X-Log", "a=\(colons)password:pw-1")),
    SecretCase("many colons in a path", Sent(path: "/\(colons)password:pw-1")),
  ]
  private static let colons = String(repeating: "1:", count: 40)

  @Test(arguments: places)
  func secretsInUnusualPlacesAreRemoved(_ secret: SecretCase) async throws {
    try await secret.check(in: ArchiveFolder())
  }

  @Test(arguments: escaped)
  func secretsAfterAnEscapeAreRemoved(_ secret: SecretCase) async throws {
    try await secret.check(in: ArchiveFolder())
  }
}
