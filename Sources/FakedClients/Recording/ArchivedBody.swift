import FakedReplay
import Foundation

extension Data {
  /// The bytes as text, a byte order mark too; nil where they are no UTF-8.
  var utf8Text: String? {
    // Foundation's own conversion drops a byte order mark.
    let text = String(decoding: self, as: UTF8.self)
    return text.utf8.elementsEqual(self) ? text : nil
  }

  /// A body of JSON, or of lines of it as event streams have them, in which values are changed.
  ///
  /// Nil where nothing is JSON. `change` gives nil for what stays as it is written, and `rest` what a line
  /// becomes that is none.
  func mapJSON(_ change: (JSON) -> JSON?, rest: (String) -> String) -> Data? {
    if let json = try? JSON(parsing: self) {
      return change(json).map { Data($0.text.utf8) } ?? self
    }
    guard let text = utf8Text else { return nil }
    var hasJSON = false
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      let line = String(line)
      let start = line.hasPrefix("data:") ? line.firstIndex { "{[".contains($0) } : line.startIndex
      guard let start, line[start...].utf8.looksLikeJSON,
        let json = try? JSON(parsing: line[start...].utf8)
      else { return rest(line) }
      hasJSON = true
      let end = line.unicodeScalars.last == "\r" ? "\r" : ""
      return change(json).map { "\(line[..<start])\($0.text)\(end)" } ?? line
    }
    return hasJSON ? Data(lines.joined(separator: "\n").utf8) : nil
  }
}

extension JSON {
  /// How the text of a body is written, in small letters; programs differ in the name of the field.
  var bodyEncoding: String? {
    (self["encoding"]?.string ?? self["_encoding"]?.string)?.lowercased()
  }

  /// The bytes of a body with that text; nil where it is no base64, and should be.
  func bodyBytes(of text: String) -> Data? {
    bodyEncoding == "base64"
      ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
  }
}

extension Collection<UInt8> {
  /// Whether an object or a list begins behind a byte order mark and space, in UTF-16 too.
  var looksLikeJSON: Bool {
    let start = first {
      ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D].contains($0)
    }
    return start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
  }
}
