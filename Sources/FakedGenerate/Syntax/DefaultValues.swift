extension [Symbol.Fragment] {
  /// The declaration without the default values of its parameters.
  ///
  /// A default value is any expression, and the symbol graph has it as text. It ends at the parenthesis that closes the
  /// parameters, or at a comma before the name of the next parameter, which is a fragment of its own.
  var withoutDefaultValues: Self {
    /// The brackets that are open in the value. `nil` outside of a value.
    var depth: Int?
    return map { fragment in
      guard !fragment.isIdentifier else { return fragment }
      var kept = ""
      var rest = Substring(fragment.spelling)
      while !rest.isEmpty {
        if let open = depth {
          (rest, depth) = DefaultValue.skip(rest, open)
        } else if let sign = rest.firstRange(of: " = ") {
          kept += rest[..<sign.lowerBound]
          (rest, depth) = (rest[sign.upperBound...], 0)
        } else {
          kept += rest
          rest = ""
        }
      }
      var fragment = fragment
      fragment.spelling = kept
      return fragment
    }
  }
}

private enum DefaultValue {
  /// Returns the text after a value, or an empty text and the number of open brackets if the value doesn't end there.
  static func skip(_ text: Substring, _ depth: Int) -> (rest: Substring, depth: Int?) {
    var depth = depth
    let tokens = SourceLexer.tokens(of: String(text))
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case "(", "[", "{": depth += 1
      case ")" where depth == 0: return (self.text(of: text, from: token), nil)
      case ")", "]", "}": depth -= 1
      // Other commas belong to the value: `Dictionary<Int, String>()`.
      case "," where depth == 0 && index == tokens.count - 1:
        return (self.text(of: text, from: token), nil)
      default: continue
      }
    }
    return ("", depth)
  }

  private static func text(of text: Substring, from token: SourceLexer.Token) -> Substring {
    let lines = text.utf8.split(
      separator: UInt8(ascii: "\n"), maxSplits: token.line, omittingEmptySubsequences: false)
    return lines.last.map { Substring($0.dropFirst(token.column)) } ?? ""
  }
}
