import Foundation

/// Regular expressions that find a text in every form in which another text may contain it.
///
/// They match bytes, each of which is one character of a text in Latin-1, so that they also find texts in
/// bodies that are not UTF-8.
package enum EscapedText {
  /// Returns a pattern for a text as it is, percent-encoded, and escaped as in JSON, JavaScript, or HTML; all
  /// of them once or several times. Zeros between the bytes, as in UTF-16, are skipped.
  package static func pattern(_ text: String) -> String {
    text.unicodeScalars.map(pattern).joined(separator: zeros)
  }

  /// Returns patterns for the parts of a text, each of which begins where the one before ends.
  static func pieces(_ text: String) -> [String] {
    pieces(of: text.unicodeScalars, separator: zeros, pattern)
  }

  /// Returns the patterns of characters, joined to pieces.
  ///
  /// A piece ends with a letter or a digit. The end of another character may be written in several ways, of which only
  /// a whole pattern finds the right one.
  private static func pieces(
    of scalars: some Sequence<Unicode.Scalar>, separator: String,
    _ pattern: (Unicode.Scalar) -> String
  ) -> [String] {
    var pieces: [[String]] = [[]]
    for scalar in scalars {
      pieces[pieces.count - 1].append(pattern(scalar))
      if pieces[pieces.count - 1].count >= mostInPiece,
        CharacterSet.alphanumerics.contains(scalar)
      {
        pieces.append([])
      }
    }
    return pieces.filter { !$0.isEmpty }.enumerated().map { number, patterns in
      (number == 0 ? "" : separator) + patterns.joined(separator: separator)
    }
  }

  /// The number of characters in a piece. The time to compile an expression grows with the square of its length.
  static let mostInPiece = 32
  private static let zeros = #"\x00*"#

  /// Returns a pattern for the base64 of the bytes of a text, which may stand between other bytes.
  ///
  /// - Returns: Patterns for each of the three positions at which a text can begin in a group of three bytes, in pieces.
  static func base64Pieces(_ text: String) -> [[String]] {
    (0...2).compactMap { offset in
      let bytes = Data(count: offset) + Data(text.utf8)
      // The characters at both ends depend on the bytes beside the text, too.
      let (first, end) = ((offset * 8 + 5) / 6, bytes.count * 8 / 6)
      guard end - first >= 5 else { return nil }
      let characters = Array(bytes.base64EncodedString().unicodeScalars)[first..<end]
      let last = bytes.count % 3 == 0 ? "" : "(?:[A-Za-z0-9+/_-]=*)?"
      var pieces = pieces(of: characters, separator: "") { character in
        switch character {
        case "+": "(?:\(pattern(character))|-)"
        case "/": "(?:\(pattern(character))|_)"
        default: pattern(character)
        }
      }
      pieces[pieces.count - 1] += last
      return pieces
    }
  }

  private static func pattern(_ scalar: Unicode.Scalar) -> String {
    let bytes = Array(String(scalar).utf8)
    let isWord = CharacterSet.alphanumerics.contains(scalar)
    let backslashes = isWord ? "" : #"\\*"#
    var forms = [
      backslashes + bytes.map { #"\x"# + hex(Int($0), 2) }.joined(),
      bytes.map { "%(?:25)*" + anyCase(hex(Int($0), 2)) }.joined(),
      String(scalar).utf16.map { #"\\+u"# + anyCase(hex(Int($0), 4)) }.joined(),
      bytes.map { #"\\+x"# + anyCase(hex(Int($0), 2)) }.joined(),
      "&(?:amp;)*#0*\(scalar.value);?",
      "&(?:amp;)*#[xX]0*" + anyCase(String(scalar.value, radix: 16)) + ";?",
    ]
    switch scalar {
    case " ": forms.append(#"\+"#)
    case "&": forms.append("&(?:amp;)+")
    case "<": forms.append("&(?:amp;)*lt;")
    case ">": forms.append("&(?:amp;)*gt;")
    case "\"": forms.append("&(?:amp;)*quot;")
    case "'": forms.append("&(?:amp;)*apos;")
    case "\n": forms.append(#"\\+n"#)
    case "\r": forms.append(#"\\+r"#)
    case "\t": forms.append(#"\\+t"#)
    default: break
    }
    return "(?:\(forms.joined(separator: "|")))"
  }

  private static func hex(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func anyCase(_ hex: String) -> String {
    hex.map { $0.isLetter ? "[\($0)\($0.uppercased())]" : "\($0)" }.joined()
  }
}

/// A regular expression over bytes. A long one consists of pieces that match one behind the other.
package struct BytePattern: Sendable {
  private let pieces: [NSRegularExpression]

  /// - Returns: `nil` if the pattern is not valid.
  package init?(_ pattern: String, ignoresCase: Bool = false) {
    self.init([pattern], ignoresCase: ignoresCase)
  }

  /// - Returns: `nil` if there is no piece, or one is not valid.
  init?(_ patterns: [String], ignoresCase: Bool = false) {
    let options: NSRegularExpression.Options = ignoresCase ? [.caseInsensitive] : []
    pieces = patterns.compactMap { try? NSRegularExpression(pattern: $0, options: options) }
    if pieces.isEmpty || pieces.count < patterns.count { return nil }
  }

  package func matches(_ bytes: Data) -> Bool {
    guard let text = String(data: bytes, encoding: .isoLatin1) else { return false }
    return firstMatch(in: text, from: 0, to: bytes.count) != nil
  }

  /// Returns the bytes with another text in the place of each match, or `nil` if nothing matches.
  package func replacing(in bytes: Data, with other: String) -> Data? {
    guard let text = String(data: bytes, encoding: .isoLatin1) else { return nil }
    var (result, end) = (Data(), 0)
    for match in allMatches(in: text, to: bytes.count) {
      result += bytes.dropFirst(end).prefix(match.lowerBound - end) + Data(other.utf8)
      end = match.upperBound
    }
    return end == 0 ? nil : result + bytes.dropFirst(end)
  }

  private func allMatches(in text: String, to count: Int) -> [Range<Int>] {
    if pieces.count == 1 {
      // One pass. Each search costs as much as the whole text is long.
      return pieces[0].matches(in: text, range: NSRange(0..<count)).map {
        $0.range.lowerBound..<$0.range.upperBound
      }
    }
    var matches: [Range<Int>] = []
    while let match = firstMatch(in: text, from: matches.last?.upperBound ?? 0, to: count) {
      matches.append(match)
    }
    return matches
  }

  private func firstMatch(in text: String, from start: Int, to count: Int) -> Range<Int>? {
    var start = start
    while let first = pieces[0].firstMatch(in: text, range: NSRange(start..<count)) {
      var end: Int? = first.range.upperBound
      for piece in pieces.dropFirst() {
        end = end.flatMap { end in
          piece.firstMatch(in: text, options: .anchored, range: NSRange(end..<count))?.range
            .upperBound
        }
      }
      if let end { return first.range.lowerBound..<end }
      start = first.range.lowerBound + 1
    }
    return nil
  }
}
