extension JSON {
  /// The maximum depth, which is safe for a small stack.
  static let maxDepth = 128

  /// Reads a text in UTF-8, with or without a byte order mark, in one pass over the bytes.
  ///
  /// Foundation's decoders lose digits of numbers, the order of members, and members with the same name.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - uniqueKeys: A Boolean value that indicates whether members with the same name are an error.
  /// - Throws: ``JSONError`` with the position of the error.
  package init(parsing bytes: some Collection<UInt8>, uniqueKeys: Bool = false) throws(JSONError) {
    func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<JSON, JSONError> {
      Self.parse(bytes, uniqueKeys)
    }
    let result = bytes.withContiguousStorageIfAvailable(parse)
    switch result ?? Array(bytes).withUnsafeBufferPointer(parse) {
    case .success(let value): self = value
    case .failure(let error): throw error
    }
  }

  private static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, _ uniqueKeys: Bool
  ) -> Result<JSON, JSONError> {
    var parser = JSONParser(bytes, uniqueKeys: uniqueKeys)
    do throws(JSONError) {
      return .success(try parser.document())
    } catch {
      return .failure(error)
    }
  }
}

struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let uniqueKeys: Bool
  var position = 0
  var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, uniqueKeys: Bool) {
    self.bytes = bytes
    self.uniqueKeys = uniqueKeys
  }

  mutating func document() throws(JSONError) -> JSON {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    let value = try value()
    skipSpace()
    if position < bytes.count { throw error("expected the end of the text after the value") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try nested { (parser) throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { (parser) throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
    case nil:
      throw error("expected a value, found the end of the text; the file seems to be cut off")
    default: throw error("no value begins with \(here)")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSON
  ) throws(JSONError) -> JSON {
    depth += 1
    defer { depth -= 1 }
    if depth > JSON.maxDepth {
      throw error("the value is nested more than \(JSON.maxDepth) deep")
    }
    position += 1
    return try body(&self)
  }

  private mutating func object() throws(JSONError) -> JSON {
    var members: [JSON.Member] = []
    var keys: Set<String> = []
    skipSpace()
    if take("}") { return .object([]) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else {
        throw error("expected a name in quotes, found \(here)")
      }
      let start = position
      let key = try string()
      if uniqueKeys, !keys.insert(key).inserted {
        position = start
        throw error("the name \(JSON.string(key).text) appears twice")
      }
      skipSpace()
      guard take(":") else { throw error("expected a colon after the name, found \(here)") }
      members.append(.init(key, try value()))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw error("expected a comma or }, found \(here)") }
    }
  }

  private mutating func array() throws(JSONError) -> JSON {
    var elements: [JSON] = []
    skipSpace()
    if take("]") { return .array([]) }
    while true {
      elements.append(try value())
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw error("expected a comma or ], found \(here)") }
    }
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = position
    _ = take("-")
    let digits = position
    skipDigits()
    let isWhole =
      position > digits && (bytes[digits] != UInt8(ascii: "0") || position == digits + 1)
    var isFine = isWhole
    if take(".") { isFine = isFine && skipDigits() > 0 }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      isFine = isFine && skipDigits() > 0
    }
    if !isFine {
      position = start
      throw error("this is not a number")
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  @discardableResult
  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position - start
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count,
      UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        .elementsEqual(bytes[position..<end])
    else { throw error("expected \(word)") }
    position = end
    return value
  }

  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek, byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// The character at the current position, for error messages.
  var here: String {
    guard let byte = peek else { return "the end of the text; the file seems to be cut off" }
    return (0x21...0x7E).contains(byte)
      ? "\(Character(Unicode.Scalar(byte)))" : "byte \(String(byte, radix: 16, uppercase: true))"
  }

  func error(_ problem: String) -> JSONError {
    let before = bytes[..<min(position, bytes.count)]
    let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return JSONError(line: line, column: column, problem: problem)
  }
}
