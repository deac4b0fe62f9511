// Names of modules, types, and declarations, and the references to earlier names.
extension Demangler {
  mutating func standardModule(_ name: String) -> Node {
    if module == nil { module = name }
    return .identifier(name)
  }

  mutating func identifier() throws -> Node {
    var name = ""
    var hasWords = false
    var isEncoded = false
    if take("0") {
      isEncoded = take("0")
      hasWords = !isEncoded
    }
    repeat {
      while hasWords, let letter = peek(), letter.isLetter, let value = letter.asciiValue {
        position += 1
        if letter.isUppercase { hasWords = false }
        let index = Int(value) - (letter.isUppercase ? 65 : 97)
        guard words.indices.contains(index) else { throw Unknown() }
        name += words[index]
      }
      if take("0") { break }
      let count = try natural()
      if isEncoded { _ = take("_") }
      guard position + count <= bytes.count else { throw Unknown() }
      let part = bytes[position..<position + count]
      position += count
      // An encoded name contains non-ASCII characters. No type with such a name is spelled out.
      name += (isEncoded ? "\u{FFFD}" : "") + String(decoding: part, as: UTF8.self)
      if !isEncoded { addWords(of: Array(part)) }
    } while hasWords
    if module == nil { module = name }
    let node = Node.identifier(name)
    substitutions.append(node)
    return node
  }

  /// Later identifiers refer to the words of this one.
  mutating func addWords(of part: [UInt8]) {
    func isUpper(_ byte: UInt8) -> Bool { byte >= 65 && byte < 91 }
    var start: Int?
    for index in 0...part.count {
      let byte = index < part.count ? part[index] : 95
      if let first = start, byte == 95 || (!isUpper(part[index - 1]) && isUpper(byte)) {
        if index - first >= 2, words.count < 26 {
          words.append(String(decoding: part[first..<index], as: UTF8.self))
        }
        start = nil
      }
      if start == nil, byte != 95, !(48..<58).contains(byte) { start = index }
    }
  }

  /// The name of a private or local declaration.
  mutating func localName() throws -> Node {
    switch try next() {
    case "L":
      isPrivate = true
      _ = try popIdentifier()
    case "l": _ = try popIdentifier()
    case let letter where letter.isLetter: break
    default:
      position -= 1
      _ = try index()
    }
    return try pop()
  }

  mutating func substitution() throws -> Node {
    var count: Int?
    while true {
      let letter = try next()
      if letter == "_" { return try substitution(at: count.map { $0 + 27 } ?? 26, count: nil) }
      if letter.isNumber {
        position -= 1
        count = try natural()
        continue
      }
      guard let value = letter.asciiValue, letter.isLetter else { throw Unknown() }
      let node = try substitution(at: Int(value) - (letter.isUppercase ? 65 : 97), count: count)
      if letter.isUppercase { return node }
      stack.append(node)
      count = nil
    }
  }

  mutating func substitution(at index: Int, count: Int?) throws -> Node {
    guard substitutions.indices.contains(index), count ?? 1 < 1_000 else { throw Unknown() }
    for _ in 1..<max(1, count ?? 1) { stack.append(substitutions[index]) }
    return substitutions[index]
  }

  mutating func standardSubstitution() throws -> Node {
    let letter = try next()
    switch letter {
    case "o", "C": return standardModule("__C")
    case "g":
      let node = Node.type(.optional(try popType()))
      substitutions.append(node)
      return node
    case "0"..."9":
      position -= 1
      let count = try natural()
      let node = try standardType(try next())
      guard count < 1_000 else { throw Unknown() }
      for _ in 1..<max(1, count) { stack.append(node) }
      return node
    default: return try standardType(letter)
    }
  }

  mutating func standardType(_ letter: Character) throws -> Node {
    if module == nil { module = "Swift" }
    let isConcurrency = letter == "c"
    let key = isConcurrency ? "c" + String(try next()) : String(letter)
    guard let name = StandardTypes.names[key] else { throw Unknown() }
    return .type(.named([.init(name: "Swift"), .init(name: name, id: "s:S" + key)]))
  }
}
