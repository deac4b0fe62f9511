import Foundation
import TestSupport

extension SecretCase {
  static let all = places + nested + copies + namesAlone

  /// Secrets in one place each. Only the rule for that place can find them.
  private static let places: [SecretCase] = [
    SecretCase(
      "JSON", Sent(response: .json(["access_token": "pw-1", "user": "ada"])), kept: ["ada"]),
    SecretCase("cookie", .headed("Set-Cookie", "a=pw-1; Path=/"), kept: ["a=REDACTED; Path=/"]),
    SecretCase("header", .headed("X-Key", "pw-1"), kept: ["X-Key"]),
    SecretCase("query", Sent(path: "/?api_key=pw-1&page=2"), kept: ["page=2"]),
    SecretCase("credentials", .authorized("Bearer pw-1"), kept: ["Authorization"]),
    SecretCase(
      "posted JSON", .post(#"{"user": "lin", "password": "pw-1"}"#, type: "application/json"),
      kept: ["lin"]),
    SecretCase(
      "form", .post("a=eve&password=pw-1", type: "application/x-www-form-urlencoded"), kept: ["eve"]
    ),
    SecretCase(
      "form without a type", .post("a=eve&password=pw-1"), kept: ["a=eve&password=REDACTED"]),
    SecretCase("JSON without a type", .post(#" {"password": "pw-1"}"#)),
    SecretCase("part", .parts(part(#"name="Password""#, "pw-1\r\n--b--\r\n"))),
    SecretCase(
      "parts with lines in them",
      .parts(
        part(
          #"name="password""#, "-----BEGIN KEY-----\r\npw-1\r\n-----END KEY-----\r\n--bc pw-2\r\n")
          + part(#"name="note""#, "kept\r\n")
          + part(#"name="data""#, "{\"password\": \"pw-3\"}\r\n")
          + part(#"name="file"; filename="password""#, "kept too\r\n") + "--b--\r\n"),
      kept: ["kept\\r\\n--b", "kept too"]),
    SecretCase("lines of JSON", Sent(response: .text("{\"password\": \"pw-1\"}\n{\"a\": 1}"))),
    SecretCase("JSON cut off", .answered(#"{"password": "pw-1", "b":"#, type: "application/json")),
    SecretCase(
      "events",
      .answered("event: a\ndata: {\"password\": \"pw-1\"}\n\n", type: "text/event-stream"),
      kept: ["event: a"]),
    SecretCase(
      "address", .headed("Location", "https://pw-1@x.example/#access_token=pw-2"),
      kept: ["x.example/#access_token=REDACTED"]),
  ]

  /// Named secrets in a text within another text.
  private static let nested: [SecretCase] = [
    SecretCase(
      "JSON in a JSON string",
      .post(#"{"body": "{\"access_token\": \"pw-1\", \"user\": \"ada\"}"}"#), kept: ["ada"]),
    SecretCase(
      "URL in JSON",
      Sent(response: .text(#"{"next": "https://x.example/a?access_token=pw-1&b=2"}"#)),
      kept: ["https://x.example/a?access_token=REDACTED&b=2"]),
    SecretCase(
      "name and value in JSON",
      Sent(response: .text(#"{"headers": [{"name": "X-Key", "value": "pw-1"}]}"#))),
    SecretCase(
      "link", .headed("Link", "<https://x.example/?access_token=pw-1>; rel=\"next\""),
      kept: ["rel="]),
    SecretCase(
      "signature of a URL", .headed("Location", "https://x.example/a?X-Amz-Signature=pw-1&b=2"),
      kept: ["?X-Amz-Signature=REDACTED&b=2"]),
    SecretCase("XML", .answered("<a><password>pw-1</password></a>", type: "application/xml")),
    SecretCase("HTML", .answered("<input name=\"password\" value=\"pw-1\">", type: "text/html")),
    SecretCase(
      "URL in a query",
      Sent(path: "/?continue=https%3A%2F%2Fx.example%2F%3Faccess_token%3Dpw-1%26b%3D2&c=3"),
      kept: ["continue=REDACTED&c=3"]),
    SecretCase(
      "password of Basic in plain text",
      .authorized("Basic " + Data("ada:pw-1x".utf8).base64EncodedString(), "hello pw-1x")),
    SecretCase(
      "token in a header of another name",
      Sent(headers: ["X-Key": "Bearer pw-12345"], response: .text("hello pw-12345"))),
    SecretCase(
      "token of Bearer in base64",
      .authorized(
        "Bearer pw-12345", "a " + Data("x:pw-12345:y".utf8).base64EncodedString() + " b"),
      gone: ["cHctMTIzND", "B3LTEyMzQ1", "wdy0xMjM0N"]),
  ]

  private static func part(_ head: String, _ value: String) -> String {
    "--b\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(value)"
  }

  /// Secrets that are named in one place and copied to others.
  private static let copies: [SecretCase] = [
    SecretCase(
      "before and after it is shown", Sent(path: "/login", response: .json(["id": token])),
      Sent(
        path: "/\(token)", headers: ["authorization": "Bearer \(token)", "X-Copy": token],
        response: .json(["echo": "[\"Bearer \(token)\"]", "url": "http://x/\(token)"]))),
    SecretCase(
      "all forms",
      .answered(#"{"a": "ab\/cd+ef-12345678\/9"}"#, type: "application/json"),
      Sent(response: .data(Data([0xFF]) + Data("ab/cd+ef-12345678".utf8))),
      Sent(response: .text("ab%2Fcd%2Bef-12345678 ab%2fcd%2bef-12345678 ab/cd+ef-12345678/9")),
      .authorized("Bearer ab/cd+ef-12345678"), .authorized("Bearer ab/cd+ef-12345678/9"),
      gone: ["cd+ef", "cd%2", "REDACTED/9"]),
    SecretCase(
      "user of an address beside its password", Sent(response: .text(token)),
      .headed("Location", "https://\(token):x-oauth-basic@x.example/"),
      kept: ["https://REDACTED:REDACTED@x.example/"]),
    SecretCase(
      "attributes of a cookie are none",
      .headed(
        "Set-Cookie",
        "sid=\(token); Domain=127.0.0.1; Path=/accounts-2; Max-Age=31536000; Expires=\(date)",
        "31536000 07:28:00 /accounts-2 \(token)"),
      .headed("Set-Cookie", "a=one-1; Expires=\(date), b=two-2"),
      gone: ["one-1", "two-2"],
      kept: [
        "sid=REDACTED; Domain=127.0.0.1; Path=/accounts-2; Max-Age=31536000", "http://127.0.0.1:",
        "31536000 07:28:00 /accounts-2 REDACTED", "\"a=REDACTED; Expires=\(date)\"",
        "\"b=REDACTED\"",
      ]),
  ]
  private static let token = "topsecret-1"
  private static let date = "Wed, 21 Oct 2026 07:28:00 GMT"

  /// Names without a value.
  private static let namesAlone = [
    ("text/markdown", "[Cookie policy](/cookies)"), ("text/css", "[cookie-bar] { top: 0 }"),
    ("text/event-stream", "event: password\ndata: {\"a\": 1}\n\n"),
    ("text/plain", "password"),
    ("application/json", #"{"error": "Wrong password"}"#),
    ("application/x-www-form-urlencoded", "grant_type=password&a=b"),
  ].map {
    SecretCase(
      $1, .answered($1, type: $0), gone: ["REDACTED"], kept: ["\"size\" : \($1.utf8.count)"])
  }
}
