import Foundation

/// The value of a header that is a secret: what of it is one, and what is written instead.
struct SecretHeader {
  private(set) var values: [String] = []
  private(set) var text = Secrets.mark

  /// The name is in small letters.
  init(_ name: String, _ value: String) {
    switch name {
    case "set-cookie": setCookies(value)
    case "cookie":
      values = value.split(separator: ";").map { pair in
        pair.firstIndex(of: "=").map { Self.unquoted(pair[$0...].dropFirst()) }
          ?? Self.unquoted(pair)
      }
    case "authorization", "proxy-authorization": credentials(value)
    default: values = [value]
    }
  }

  /// Keeps the names and the attributes, so that cookies are replayed.
  private mutating func setCookies(_ value: String) {
    text = Self.split(value).map { $0.separator + setCookie($0.cookie) }.joined()
  }

  /// The cookies that one `Set-Cookie` has, as texts.
  static func cookies(in value: String) -> [String] {
    split(value).map { $0.cookie.trimmingCharacters(in: .whitespaces) }
  }

  private static func split(_ value: String) -> [(separator: String, cookie: String)] {
    // A comma or a line parts two cookies where a name and `=` follow, and else it is in a date.
    var cookies: [(separator: String, cookie: String)] = []
    var rest = value[...]
    var separator = ""
    while true {
      let end = rest.firstIndex { $0 == "," || $0 == "\n" } ?? rest.endIndex
      let piece = rest[..<end]
      let name = piece.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces)
      let isCookie =
        piece.contains("=") && !name.isEmpty && !name.contains { " ;\"".contains($0) }
      if isCookie || cookies.isEmpty {
        cookies.append((separator, String(piece)))
      } else {
        cookies[cookies.count - 1].cookie += separator + piece
      }
      if end == rest.endIndex { return cookies }
      separator = String(rest[end])
      rest = rest[rest.index(after: end)...]
    }
  }

  private mutating func setCookie(_ cookie: String) -> String {
    let pair = cookie.prefix { $0 != ";" }
    guard let sign = pair.firstIndex(of: "=") else {
      values.append(Self.unquoted(pair))
      return Secrets.mark
    }
    let value = Self.unquoted(pair[sign...].dropFirst())
    if value.isEmpty { return cookie }
    values.append(value)
    return pair[...sign] + Secrets.mark + cookie.dropFirst(pair.count)
  }

  /// What stands behind the scheme, but for the parameters that are no secrets.
  private mutating func credentials(_ value: String) {
    let value = value.trimmingCharacters(in: .whitespaces)
    let rest = value.firstIndex(of: " ").map { value[$0...].dropFirst() } ?? value[...]
    values = rest.split(separator: ",").compactMap { part in
      guard let sign = part.firstIndex(of: "="),
        // The end of base64 is no value.
        part[sign...].contains(where: { $0 != "=" && $0 != " " })
      else { return Self.unquoted(part) }
      let name = part[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
      return Self.open.contains(name) ? nil : Self.unquoted(part[sign...].dropFirst())
    }
  }

  private static let open: Set = [
    "uri", "realm", "nc", "qop", "algorithm", "charset", "userhash", "username", "headers",
    "signedheaders", "keyid", "oauth_version", "oauth_timestamp", "oauth_signature_method",
  ]

  private static func unquoted(_ text: some StringProtocol) -> String {
    text.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: ["\""])
  }
}
