/// The encoding of identifiers and keys in the keychains of operating systems.
package enum KeychainName {
  /// Returns the text with the parts encoded that keychains truncate or treat as a wildcard.
  ///
  /// NUL becomes `%00`, the empty string becomes `%`, and `%` becomes `%25`, so that different texts stay different.
  package static func encoded(_ text: String) -> String {
    guard !text.isEmpty else { return "%" }
    // Iterate over scalars: a character can combine a NUL with other scalars.
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\0": result += "%00"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
