import FakedReplay
import Foundation

/// The names of secrets: headers, query items, and fields of JSON and of forms.
struct SecretNames: Sendable {
  /// The headers whose values are always secrets.
  private static let headers = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

  private let names: Set<String>
  private let mention: BytePattern?
  private let assignment: BytePattern?
  private let binaryMention: BytePattern?
  /// The minimum length of a name to search for in binary data. Shorter names appear in images by chance.
  private static let shortestInBinary = 5

  /// A pattern for an escaped character after a name, which may be the sign between the name and the value.
  private static let escape = #"(?:%(?:25)*[0-9A-F]{2}|\\(?:u[0-9A-F]{4}|x[0-9A-F]{2}))"#
  /// A pattern for the position before a name, or for an escaped character before it, whose last character may be a
  /// letter that doesn't belong to the name.
  private static let start = #"(?:(?<![A-Za-z0-9_-])|\#(escape)|\\[nrtbf])"#

  init(_ names: [String]) {
    let own = names.filter { !$0.isEmpty }
    self.names = Set((Self.headers + own).map { $0.lowercased() })
    func oneOf(_ names: [String]) -> String {
      "(?:\(names.map { EscapedText.pattern($0) }.joined(separator: "|")))"
    }
    func alternatives(_ names: [String]) -> String { oneOf(names) + "(?![A-Za-z0-9_-])" }
    let long = own.filter { $0.count >= Self.shortestInBinary }
    binaryMention = long.isEmpty ? nil : BytePattern(oneOf(long), ignoresCase: true)
    // `document.cookie` is not a header.
    let all =
      "(?:(?<![.])\(alternatives(Self.headers))"
      + (own.isEmpty ? ")" : "|\(alternatives(own)))")
    let sign = #"(?:\#(Self.escape)|[=:>,;|&\x00-\x08\x0E-\x1F])"#
    let isRedacted = #"\s*\\*["']?REDACTED"#
    mention =
      own.isEmpty
      ? nil
      : BytePattern(
        Self.start + alternatives(own) + #"(?=[\s\x00]*[^\s\x00])"#, ignoresCase: true)
    assignment = BytePattern(
      Self.start + all + #"(?:[\s"'\])]|\\(?![ux][0-9A-F]{2}))*+\#(sign)(?!\#(isRedacted))"#
        + #"|=\s*\\*["']\#(all)\\*["']"#, ignoresCase: true)
  }

  /// Returns a Boolean value that indicates whether a name is the name of a secret, ignoring case, alone or
  /// as a part, as in `user[password]` or `user.password`.
  func contains(_ name: String) -> Bool {
    let name = name.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
    return names.contains(name)
      || name.split { "[].".contains($0) }.contains { names.contains(String($0)) }
  }

  /// Returns a Boolean value that indicates whether an unparsable text may have the value of a secret.
  ///
  /// - Parameter isBody: A Boolean value that indicates whether a mention of a name is enough. Otherwise, a
  ///   separator such as the colon in `name: value` must follow. The built-in headers always need the separator.
  func mayHaveValue(in bytes: Data, isBody: Bool) -> Bool {
    isBody && mention?.matches(bytes) == true || assignment?.matches(bytes) == true
  }

  /// Returns a Boolean value that indicates whether a binary body may have the value of a secret. Any bytes may be
  /// next to a name: a length or a tag may have the value of a letter.
  func mayHaveValue(inBinary bytes: Data) -> Bool {
    binaryMention?.matches(bytes) == true || mayHaveValue(in: bytes, isBody: true)
  }
}
