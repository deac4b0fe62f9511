import FakedReplay
import Foundation

extension Data {
  /// The bytes as text, including any byte order mark, or `nil` if they are not UTF-8.
  var utf8Text: String? {
    // Foundation's own conversion drops a byte order mark.
    let text = String(decoding: self, as: UTF8.self)
    return text.utf8.elementsEqual(self) ? text : nil
  }
}

extension String {
  /// Returns the text after a change of its JSON, which is the whole text or, as in event streams, some lines.
  ///
  /// JSON that does not change keeps its formatting.
  ///
  /// - Parameters:
  ///   - areLines: A Boolean value that indicates whether to change lines even if none of them is JSON.
  ///   - change: Returns the JSON value that replaces another one.
  ///   - others: Returns the line that replaces a line that is not JSON.
  /// - Returns: The changed text, or `nil` if nothing is JSON.
  func mapJSON(
    areLines: Bool = false, _ change: (JSON) -> JSON, others: (String) -> String
  ) -> String? {
    if let json = JSON(inText: self) {
      let new = change(json)
      return new == json ? self : new.text
    }
    guard unicodeScalars.contains("\n") else { return nil }
    let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard areLines || lines.contains(where: { JSON(inText: String($0).eventData) != nil }) else {
      return nil
    }
    return lines.map { line in
      let line = String(line)
      let data = line.eventData
      let end = line.unicodeScalars.last == "\r" ? "\r" : ""
      guard let json = JSON(inText: data) else { return others(line) }
      let new = change(json)
      return new == json ? line : "\(line.dropLast(data.count))\(new.text)\(end)"
    }.joined(separator: "\n")
  }

  /// The data in a line of an event stream, or the line itself.
  private var eventData: String {
    guard hasPrefix("data:") else { return self }
    return String(dropFirst(5).drop { $0 == " " })
  }
}

extension JSON {
  /// Reads a text that looks like an object, a list, or a string.
  init?(inText text: String) {
    guard text.utf8.looksLikeJSON, let json = try? JSON(parsing: text.utf8) else { return nil }
    self = json
  }

  /// The encoding of the text of a body, in lowercase. Programs use two names for the field.
  var bodyEncoding: String? {
    (self["encoding"]?.string ?? self["_encoding"]?.string)?.lowercased()
  }

  /// Returns the bytes of a body with a text, or `nil` if the text is not the required base64.
  func bodyBytes(of text: String) -> Data? {
    bodyEncoding == "base64"
      ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
  }
}

extension Collection<UInt8> {
  /// A Boolean value that indicates whether an object, a list, or a string begins after a byte order mark
  /// and space, in UTF-8 or UTF-16.
  var looksLikeJSON: Bool {
    let start = first {
      ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D].contains($0)
    }
    return start.map { "{[\"".utf8.contains($0) } ?? false
  }
}
