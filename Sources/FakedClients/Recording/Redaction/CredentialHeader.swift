import FakedReplay
import Foundation

/// The secrets in the value of a header, and the text that is written instead.
struct CredentialHeader {
  private(set) var values: [String] = []
  private(set) var text = SecretValues.mark

  init(_ name: String, _ value: String) {
    switch name.lowercased() {
    case "set-cookie": addSetCookies(value)
    case "cookie":
      for pair in value.split(separator: ";") {
        let sign = pair.firstIndex(of: "=")
        addCookie(sign.map { pair[$0...].dropFirst() } ?? pair)
      }
    case "authorization", "proxy-authorization": addCredentials(value)
    default:
      // Headers with other names may also contain `Bearer …` or a list.
      addCredentials(value)
      values.append(value)
    }
  }

  private mutating func add(_ value: Substring) {
    let quotes = CharacterSet(charactersIn: "\"")
    let text = value.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: quotes)
    values += [text, text.removingPercentEncoding ?? text]
  }
}

// Cookies.
extension CredentialHeader {
  /// The minimum length of a cookie value that is removed wherever it appears. Shorter values, such as `json`, are
  /// usually settings, and also appear in URLs and types.
  static let shortestCookie = 8

  private mutating func addCookie(_ value: Substring) {
    if value.count >= Self.shortestCookie { add(value) }
  }

  /// Returns the cookies in the value of a `Set-Cookie` header.
  static func cookies(in value: String) -> [String] {
    split(value).map { $0.cookie.trimmingCharacters(in: .whitespaces) }
  }

  /// Keeps the names and the attributes, so that cookies are replayed.
  private mutating func addSetCookies(_ value: String) {
    text = ""
    for (separator, cookie) in Self.split(value) { text += separator + addSetCookie(cookie) }
  }

  private static func split(_ value: String) -> [(separator: String, cookie: String)] {
    // A comma or a line break separates two cookies if a name and `=` follow. Otherwise, it belongs to a date.
    var cookies: [(separator: String, cookie: String)] = []
    var rest = value[...]
    var separator = ""
    while true {
      let end = rest.firstIndex { $0 == "," || $0 == "\n" } ?? rest.endIndex
      let piece = rest[..<end]
      let name = piece.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces)
      let isName = !name.isEmpty && !name.contains { " ;\"".contains($0) }
      if piece.contains("=") && isName || cookies.isEmpty {
        cookies.append((separator, String(piece)))
      } else {
        cookies[cookies.count - 1].cookie += separator + piece
      }
      if end == rest.endIndex { return cookies }
      separator = String(rest[end])
      rest = rest[rest.index(after: end)...]
    }
  }

  private mutating func addSetCookie(_ cookie: String) -> String {
    let pair = cookie.prefix { $0 != ";" }
    guard let sign = pair.firstIndex(of: "=") else {
      addCookie(pair)
      return SecretValues.mark
    }
    let value = pair[sign...].dropFirst()
    if value.allSatisfy({ $0 == "\"" || $0 == " " }) { return cookie }
    addCookie(value)
    return "\(pair[...sign])\(SecretValues.mark)\(cookie.dropFirst(pair.count))"
  }
}

// Credentials.
extension CredentialHeader {
  /// The parameters of credentials that don't contain secrets.
  private static let openParameters: Set<String> = [
    "uri", "realm", "nc", "qop", "algorithm", "charset", "userhash", "username", "headers",
    "signedheaders", "keyid", "oauth_version", "oauth_timestamp", "oauth_signature_method",
  ]

  private mutating func addCredentials(_ value: String) {
    let value = value.trimmingCharacters(in: .whitespaces)
    let scheme = value.prefix { $0 != " " }
    let rest = scheme.count == value.count ? value[...] : value.dropFirst(scheme.count + 1)
    for part in rest.split(separator: ",") { addParameter(part) }
    // Some programs leave out the padding.
    let padding = String(repeating: "=", count: (4 - rest.utf8.count % 4) % 4)
    guard scheme.lowercased() == "basic", let data = Data(base64Encoded: rest + padding),
      let pair = data.utf8Text ?? String(data: data, encoding: .isoLatin1)
    else { return }
    values.append(pair)
    if let colon = pair.firstIndex(of: ":") { values.append(String(pair[colon...].dropFirst())) }
  }

  private mutating func addParameter(_ part: Substring) {
    // `=` at the end belongs to base64.
    guard let sign = part.firstIndex(of: "="),
      part[sign...].contains(where: { $0 != "=" && $0 != " " })
    else { return add(part) }
    let name = part[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
    if !Self.openParameters.contains(name) { add(part[sign...].dropFirst()) }
  }
}
