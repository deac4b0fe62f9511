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
    SecretCase(
      "JSON with the type of a form",
      .post(#"{"user": "lin", "password": "pw-1"}"#, type: "application/x-www-form-urlencoded"),
      kept: ["lin"]),
    SecretCase(
      "binary whose tag looks like a letter",
      .answered("\n\u{8}passwordB\u{4}pw-1", type: "application/x-protobuf")),
    SecretCase(
      "XML with the type of a form",
      .post("<a><password>pw-1</password></a>", type: "application/x-www-form-urlencoded")),
    SecretCase(
      "name on the line before", .answered("password:\npw-1\n{\"a\": 1}\n", type: "text/plain")),
    SecretCase(
      "JSON over several lines of an event",
      .answered("data: {\ndata: \"password\":\ndata: \"pw-1\"}\n\n", type: "text/event-stream")),
    SecretCase(
      "text that begins like a path", .answered("/login:password:pw-1", type: "text/plain")),
    SecretCase(
      "text with a URL behind the secret",
      .answered("password:pw-1,next=https://x.example/", type: "text/plain")),
    SecretCase(
      "fragment with a colon", .headed("Location", "https://x.example/#access_token:pw-1"),
      kept: ["https://x.example/#access_token:REDACTED"]),
    SecretCase(
      "pair with capital letters",
      Sent(response: .text(#"[{"Name": "password", "Values": ["pw-1"]}]"#)), kept: ["Values"]),
    SecretCase(
      "header as a list", Sent(response: .text(#"[["Authorization", "pw-1"], ["a", "eve"]]"#)),
      kept: ["eve"]),
    SecretCase(
      "colored log",
      .answered("\u{1B}[31mconnect https://ada:pw-1@x.example/\u{1B}[0m", type: "text/plain"),
      kept: ["@x.example"]),
    SecretCase("JSON without a type", .post(#" {"password": "pw-1"}"#)),
    SecretCase("put without a type", Sent(method: "PUT", body: "password=pw-1")),
    SecretCase("part", .parts(part(#"name="Password""#, "pw-1\r\n--b--\r\n"))),
    SecretCase("part without quotes", .parts(part("name=password", "pw-1"))),
    SecretCase("part that is cut off", .parts(part("name=\"password\"", "pw-1"))),
    SecretCase(
      "parts with lines in them",
      .parts(
        part(
          #"name="password""#, "-----BEGIN KEY-----\r\npw-1\r\n-----END KEY-----\r\n--bc pw-2\r\n")
          + part(#"name="note""#, "kept\r\n")
          + part(#"name="data""#, "{\"password\": \"pw-3\"}\r\n")
          + part(#"name="file"; filename="password""#, "kept too\r\n") + "--b--\r\n"),
      kept: ["kept\\r\\n--b", "kept too"]),
    SecretCase("table", Sent(response: .text("[a]\npassword = \"pw-1\""))),
    SecretCase("lines of JSON", Sent(response: .text("{\"password\": \"pw-1\"}\n{\"a\": 1}"))),
    SecretCase("JSON cut off", .answered(#"{"password": "pw-1", "b":"#, type: "application/json")),
    SecretCase("page of JSON", .answered("\n{\"password\": \"pw-1\"}", type: "text/html")),
    SecretCase(
      "JSON after a mark", .answered("\u{FEFF}{\"password\": \"pw-1\"}", type: "text/plain")),
    SecretCase("UTF-16", Sent(response: .data(wide, type: "application/json; charset=utf-16le"))),
    SecretCase(
      "UTF-16 with a mark", Sent(response: .data(Data([0xFF, 0xFE]) + wide, type: "text/plain"))),
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
      "JSON in JSON in JSON",
      Sent(response: .text(#"{"a": "{\"b\": \"{\\\"password\\\": \\\"pw-1\\\"}\"}"}"#))),
    SecretCase("a JSON string", Sent(response: .text(#""{\"password\": \"pw-1\"}""#))),
    SecretCase(
      "GraphQL variables",
      .post(#"{"query": "mutation { a }", "variables": {"input": {"password": "pw-1"}}}"#),
      kept: ["mutation { a }"]),
    SecretCase(
      "GraphQL arguments",
      .post(#"{"query": "mutation { signIn(password: \"pw-1\") { id } }", "id": "kept"}"#),
      kept: ["kept"]),
    SecretCase(
      "URL in JSON",
      Sent(response: .text(#"{"next": "https://x.example/a?access_token=pw-1&b=2"}"#)),
      kept: ["https://x.example/a?access_token=REDACTED&b=2"]),
    SecretCase(
      "URL in a sentence in JSON",
      Sent(response: .text(#"{"a": "see https://x.example/?access_token=pw-1 or wait"}"#)),
      kept: ["see https://x.example/?access_token=REDACTED or wait"]),
    SecretCase(
      "header line in JSON", Sent(response: .text(#"{"log": ["X-Key: pw-1"], "a": "kept"}"#)),
      kept: ["kept"]),
    SecretCase(
      "name and value in JSON",
      Sent(response: .text(#"{"headers": [{"name": "X-Key", "value": "pw-1"}]}"#))),
    SecretCase(
      "link", .headed("Link", "<https://x.example/?access_token=pw-1>; rel=\"next\""),
      kept: ["rel="]),
    SecretCase(
      "mail address in a query", .headed("X-Next", "https://x.example?mail=ada@b.example"),
      gone: ["REDACTED"], kept: ["x.example?mail=ada@b.example"]),
    SecretCase(
      "signature of a URL", .headed("Location", "https://x.example/a?X-Amz-Signature=pw-1&b=2"),
      kept: ["?X-Amz-Signature=REDACTED&b=2"]),
    SecretCase("refresh", .headed("Refresh", "0; url=https://x.example/?access_token=pw-1")),
    SecretCase("refresh of a path", .headed("Refresh", "0; url=/next?access_token=pw-1")),
    SecretCase(
      "header with a URL", .headed("X-Next", "https://pw-1@x.example/"), kept: ["x.example"]),
    SecretCase("XML", .answered("<a><password>pw-1</password></a>", type: "application/xml")),
    SecretCase("HTML", .answered("<input name=\"password\" value=\"pw-1\">", type: "text/html")),
    SecretCase("JSONP", .answered("cb({\"password\": \"pw-1\"})", type: "application/javascript")),
    SecretCase("plain text", Sent(response: .text("Your api_key is pw-1"))),
    SecretCase("table with a head", .answered("user,password\nada,pw-1\n", type: "text/csv")),
    SecretCase(
      "protobuf",
      Sent(
        response: .data(
          Data("\n\u{8}password\u{12}\u{4}pw-1".utf8) + [0xFF], type: "application/x-protobuf"))),
    SecretCase("field of an object", .post("user[password]=pw-1&a=eve"), kept: ["a=eve"]),
    SecretCase("encoded field", .post("user%5Bpassword%5D=pw-1&a=eve"), kept: ["a=eve"]),
    SecretCase("part with spaces", .parts(part("name = \"password\"", "pw-1"))),
    SecretCase(
      "path parameter", Sent(path: "/a;access_token=pw-1/b"), kept: ["/a;access_token=REDACTED"]),
    SecretCase("second path parameter", Sent(path: "/a;b=1;access_token=pw-1")),
    SecretCase(
      "URL in a query",
      Sent(path: "/?continue=https%3A%2F%2Fx.example%2F%3Faccess_token%3Dpw-1%26b%3D2&c=3"),
      kept: ["continue=REDACTED&c=3"]),
    SecretCase(
      "password of Basic in plain text",
      .authorized("Basic " + Data("ada:pw-1x".utf8).base64EncodedString(), "hello pw-1x")),
    SecretCase(
      "Basic without padding",
      .authorized(
        "Basic " + Data("ada:pw-1xyz".utf8).base64EncodedString().filter { $0 != "=" },
        "hello pw-1xyz")),
    SecretCase(
      "token in a header of another name",
      Sent(headers: ["X-Key": "Bearer pw-12345"], response: .text("hello pw-12345"))),
    SecretCase(
      "part in base64",
      .parts(
        part(
          "name=\"password\"\r\nContent-Transfer-Encoding: base64",
          Data("pw-1xyz".utf8).base64EncodedString())), Sent(response: .text("hello pw-1xyz"))),
    SecretCase(
      "escapes of JavaScript", .authorized("Bearer pw=12345", #"a = "pw\x3d12345""#),
      gone: ["3d12345"]),
    SecretCase(
      "short cookie", .headed("Set-Cookie", "fmt=json", #"{"format": "json"}"#),
      gone: ["fmt=json"], kept: ["format", ": \\\"json"]),
    SecretCase(
      "token of Bearer in base64",
      .authorized(
        "Bearer pw-12345", "a " + Data("x:pw-12345:y".utf8).base64EncodedString() + " b"),
      gone: ["cHctMTIzND", "B3LTEyMzQ1", "wdy0xMjM0N"]),
    SecretCase(
      "short value in other forms",
      Sent(
        response: .text(#"{"password": "h\u00fc/1", "a": "h%C3%BC%2F1 h%c3%bc/1 h&#252;&#x2f;1"}"#)),
      gone: ["h%C3", "h%c3", "h&#252", "hü"]),
    SecretCase(
      "number",
      Sent(response: .text(#"{"password": 47110, "a": 47110, "b": 471101, "c": "47110"}"#)),
      gone: [": 47110,", "47110\\\""], kept: ["471101"]),
  ]

  private static func part(_ head: String, _ value: String) -> String {
    "--b\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(value)"
  }
  private static let wide = Data(#"{"password": "pw-1"}"#.utf8.flatMap { [$0, 0] })

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
      "parameters of credentials are none",
      .authorized(
        #"Digest realm="cafecafe-12", uri="/accounts-2", nc=00000001, response="topsecret-1""#,
        path: "/accounts-2", "/accounts-2 cafecafe-12 topsecret-1 00000001"),
      kept: ["/accounts-2 cafecafe-12 REDACTED 00000001"]),
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
    ("text/event-stream", "event: password\ndata: hello\n\n"), ("text/plain", "password"),
    ("application/json", #"{"error": "Wrong password"}"#),
    ("application/x-www-form-urlencoded", "grant_type=password&a=b"),
  ].map {
    SecretCase(
      $1, .answered($1, type: $0), gone: ["REDACTED"], kept: ["\"size\" : \($1.utf8.count)"])
  }
}
