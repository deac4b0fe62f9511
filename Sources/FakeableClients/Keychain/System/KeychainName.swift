/// Identifiers and keys as keychains of operating systems can take them.
package enum KeychainName {
  /// The text as it is, but for what keychains cut or take for a wildcard: NUL is `%00`, nothing at
  /// all is `%`, and `%` is `%25`, so that no two texts become one.
  package static func encoded(_ text: String) -> String {
    guard !text.isEmpty else { return "%" }
    // By scalars: a character could hide a NUL behind what combines with it.
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\0": result += "%00"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
