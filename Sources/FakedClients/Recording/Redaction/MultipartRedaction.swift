import FakedReplay
import Foundation

// Forms with files.
extension RedactionByName {
  /// Redacts the parts of a form, which are separated by lines that equal the first line.
  mutating func multipart(_ body: Data) -> Data {
    let end = Data("\r\n".utf8)
    guard body.starts(with: "--".utf8), let line = body.range(of: end) else {
      return unreadable(body)
    }
    let boundary = end + body[..<line.lowerBound]
    var result = Data()
    var (start, position) = (body.startIndex, body.startIndex)
    while let match = body.range(of: boundary, in: position..<body.endIndex) {
      position = match.upperBound
      let rest = body[position...].drop { $0 == 0x20 || $0 == 0x09 }
      // A line of a value may begin like the boundary.
      guard rest.isEmpty || rest.starts(with: end) || rest.starts(with: "--".utf8) else { continue }
      result += part(body[start..<match.lowerBound]) + boundary
      start = position
    }
    return result + part(body[start...])
  }

  private mutating func part(_ part: Data) -> Data {
    guard let end = part.range(of: Data("\r\n\r\n".utf8))?.upperBound else {
      return unreadable(part)
    }
    let (head, value) = (String(decoding: part[..<end], as: UTF8.self), Data(part[end...]))
    let isNamed = head.parameters(named: "name").contains { names.contains(decoded($0)) }
    guard isNamed else {
      let type = head.lowercased().components(separatedBy: "content-type:").dropFirst().first
      let trimmed = type?.trimmingCharacters(in: .whitespaces) ?? "text/plain"
      return part[..<end] + body(value, type: trimmed)
    }
    if let text = value.utf8Text { add(text) }
    if head.lowercased().contains("base64"),
      let text = Data(base64Encoded: value, options: .ignoreUnknownCharacters)?.utf8Text
    {
      add(text)
    }
    return part[..<end] + Data(SecretValues.mark.utf8)
  }
}

extension String {
  /// The values of a parameter of a header, with and without quotes.
  fileprivate func parameters(named name: String) -> [String] {
    let pattern = #"(?i)(?<![\w*])\#(name)\*?\s*=\s*(?:utf-8'[^']*'|")?([^";\r\n]*)"#
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let matches = expression.matches(in: self, range: NSRange(startIndex..., in: self))
    return matches.compactMap { Range($0.range(at: 1), in: self) }.map {
      self[$0].trimmingCharacters(in: .whitespaces)
    }
  }
}
