import FakedReplay
import Foundation

// URLs and forms.
extension RedactionByName {
  /// Redacts the user, the path parameters, the query, and the fragment of a URL, which may be relative.
  mutating func url(_ text: String) -> String {
    guard let authority = text.authority else {
      let isForm = text.first != "/" && text.first != "?"
      return isForm ? form(text) : path(text[...])
    }
    var start = String(text[..<authority.lowerBound])
    var host = text[authority]
    if let at = host.lastIndex(of: "@") {
      // If there is no password, the user is the secret.
      let parts = host[..<at].split(separator: ":", maxSplits: 1)
      start += parts.map { redact(String($0)) }.joined(separator: ":")
      host = host[at...]
    }
    return "\(start)\(host)\(path(text[authority.upperBound...]))"
  }

  private mutating func path(_ text: Substring) -> String {
    let query = text.firstIndex { "?#".contains($0) } ?? text.endIndex
    return fields(text[..<query], "/") + fields(text[query...], "&#?")
  }

  private mutating func form(_ text: String) -> String { fields(text[...], "&#") }

  private mutating func fields(_ text: Substring, _ separators: String) -> String {
    var result = ""
    var rest = text
    while true {
      let end = rest.firstIndex { separators.contains($0) } ?? rest.endIndex
      result += parameters(rest[..<end])
      if end == rest.endIndex { return result }
      result.append(rest[end])
      rest = rest[rest.index(after: end)...]
    }
  }

  /// Redacts a field, in which a semicolon may separate further fields.
  private mutating func parameters(_ text: Substring) -> String {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      guard let sign = signOfSecret(in: part) else { continue }
      // The semicolon may belong to the value.
      let value = text[sign...].dropFirst()
      let redacted = "\(part[...sign])\(redact(String(value)))"
      let others = parts[..<index].map { field($0) }
      return (others + [redacted]).joined(separator: ";")
    }
    return parts.map { field($0) }.joined(separator: ";")
  }

  /// The maximum number of signs that may end the name of a field. A list of numbers may have thousands.
  private static let maxSigns = 16

  /// Returns the sign between the name and the value of a secret: `token=…`, or `token:…`.
  private func signOfSecret(in part: Substring) -> Substring.Index? {
    let signs = part.indices.lazy.filter { "=:".contains(part[$0]) }
    let first = Array(signs.prefix(Self.maxSigns + 1))
    let sign = first.prefix(Self.maxSigns).first { names.contains(decoded(String(part[..<$0]))) }
    if sign != nil || first.count <= Self.maxSigns { return sign }
    return names.mayHaveValue(in: Data(part.utf8), isBody: false) ? first.first : nil
  }

  /// Redacts the values inside the value of a field.
  private mutating func field(_ text: Substring) -> String {
    let start = text.firstIndex(of: "=").map { text.index(after: $0) } ?? text.startIndex
    let value = String(text[start...])
    let plain = decoded(value)
    // Stop here for a text that is not a field, which would be redacted forever.
    if start == text.startIndex, plain == value { return value }
    let new = self.text(plain)
    if new == plain { return String(text) }
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    return text[..<start] + (new.addingPercentEncoding(withAllowedCharacters: unreserved) ?? new)
  }

  func decoded(_ text: String) -> String {
    let text = text.replacingOccurrences(of: "+", with: " ")
    return text.removingPercentEncoding ?? text
  }
}

extension String {
  /// A Boolean value that indicates whether the text can be a URL or a form, and nothing else.
  var isURLOrForm: Bool {
    guard !isEmpty, utf8.allSatisfy({ Self.urlBytes.contains($0) }) else { return false }
    if authority != nil || first == "?" { return true }
    // `/login:token:…` is another format.
    if first == "/" { return !prefix { $0 != "?" && $0 != "#" }.contains(":") }
    let name = prefix { $0 != "=" }
    return name.count < count && !name.isEmpty && !name.contains { ":,/?#&;".contains($0) }
  }

  private static let urlBytes = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%:/?#[]@!$&'()*+,;=".utf8)
}
