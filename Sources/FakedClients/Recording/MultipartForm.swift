import Foundation

/// The body of a form with files.
struct MultipartForm {
  struct Part {
    /// The header lines, with the line breaks around them.
    let head: String
    var body: Data

    var name: String {
      let match = head.firstMatch(of: /(?i)[;\s]name\s*=\s*"?([^";\r\n]*)/)
      return (match?.output.1).map { String($0).trimmingCharacters(in: .whitespaces) } ?? ""
    }
  }

  var parts: [Part] = []
  /// The line that begins each part, after the line break that belongs to it.
  private let boundary: Data
  /// The bytes after the last boundary, or `nil` if the form is cut off.
  private let end: Data?

  /// Reads a form, or returns `nil` for other bytes.
  init?(_ body: Data) {
    let line = Data("\r\n".utf8)
    guard body.starts(with: "--".utf8), let first = body.range(of: line) else { return nil }
    boundary = line + body[..<first.lowerBound]
    let bytes = line + body
    var pieces: [Data] = []
    var (start, search) = (Int?.none, 0)
    while let next = bytes.range(of: boundary, in: search..<bytes.count) {
      search = next.upperBound
      // A line of a value may begin like the boundary.
      let rest = bytes[search...]
      guard rest.starts(with: line) || rest.starts(with: "--".utf8) else { continue }
      if let start { pieces.append(Data(bytes[start..<next.lowerBound])) }
      start = search
    }
    pieces.append(Data(bytes[(start ?? bytes.count)...]))
    end = pieces.last?.starts(with: "--".utf8) == true ? pieces.removeLast() : nil
    for piece in pieces {
      guard let head = piece.range(of: line + line)?.upperBound else { return nil }
      let text = String(decoding: piece[..<head], as: UTF8.self)
      parts.append(Part(head: text, body: Data(piece[head...])))
    }
  }

  var data: Data {
    let bytes = parts.reduce(Data()) { $0 + boundary + Data($1.head.utf8) + $1.body }
    return (bytes + (end.map { boundary + $0 } ?? Data())).dropFirst(2)
  }
}
