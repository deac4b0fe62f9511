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

  @Test(arguments: escaped)
  func secretsAfterAnEscapeAreRemoved(_ secret: SecretCase) async throws {
    try await secret.check(in: ArchiveFolder())
  }
}
