import Foundation

/// Regular expressions that find a text in every form in which another text may contain it.
///
/// The expressions match bytes, which are read as characters of Latin-1, so that they also find texts in
/// bodies that are not UTF-8.
package enum EscapedText {
  /// Returns a pattern for a text unchanged, percent-encoded, or escaped as in JSON, JavaScript, or HTML,
  /// once or several times. Zeros between the bytes, as in UTF-16, are skipped.
  package static func pattern(_ text: String) -> String {
    text.unicodeScalars.map(pattern).joined(separator: zeros)
  }

  private static let zeros = #"\x00*"#

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

/// A regular expression over bytes.
package struct BytePattern: Sendable {
  private let expression: NSRegularExpression

  /// - Returns: `nil` if the pattern is not valid.
  package init?(_ pattern: String, ignoresCase: Bool = false) {
    let options: NSRegularExpression.Options = ignoresCase ? [.caseInsensitive] : []
    guard let expression = try? NSRegularExpression(pattern: pattern, options: options) else {
      return nil
    }
    self.expression = expression
  }

  package func matches(_ bytes: Data) -> Bool {
    guard let text = String(data: bytes, encoding: .isoLatin1) else { return false }
    return expression.firstMatch(in: text, range: NSRange(0..<bytes.count)) != nil
  }
}
