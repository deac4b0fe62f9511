extension JSON {
  /// The value in one line.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The value with one member or element on each line. Short lists of plain values stay on one line.
  package var prettyText: String {
    var text = ""
    writePretty(to: &text, indent: "\n")
    return text + "\n"
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number
    case .string(let string): writeString(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        writeString(member.key, to: &text)
        text += ": "
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// The maximum width of a list on one line.
  private static let widest = 80

  private func writePretty(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .array(let elements) where !elements.isEmpty:
      if elements.count <= Self.widest / 3, elements.allSatisfy(\.isPlain) {
        let line = self.text
        if line.utf8.count <= Self.widest { return text += line }
      }
      for (index, element) in elements.enumerated() {
        text += (index == 0 ? "[" : ",") + inner
        element.writePretty(to: &text, indent: inner)
      }
      text += indent + "]"
    case .object(let members) where !members.isEmpty:
      for (index, member) in members.enumerated() {
        text += (index == 0 ? "{" : ",") + inner
        writeString(member.key, to: &text)
        text += ": "
        member.value.writePretty(to: &text, indent: inner)
      }
      text += indent + "}"
    default: write(to: &text)
    }
  }
}

private func writeString(_ string: String, to text: inout String) {
  text += "\""
  if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
  {
    text += string
  } else {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
  text += "\""
}
