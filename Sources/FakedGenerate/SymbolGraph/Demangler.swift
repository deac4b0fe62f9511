/// Reads the parts of a mangled identifier, in which operators follow their operands.
struct Demangler {
  enum Node: Equatable {
    case emptyList, firstElement, variadic, signature, requirement, async, sendable, sendingResult
    case identifier(String)
    case type(SwiftType)
    /// `throws`, or a thrown type.
    case throwing(Effects.Throwing)
    /// `@MainActor`, `@isolated(any)`, or `nonisolated(nonsending)`.
    case isolation(String)
  }

  struct Unknown: Error {}

  var module: String?
  var isPrivate = false
  var isPostfix = false
  var isConstrained = false

  let bytes: [UInt8]
  var position: Int
  var stack: [Node] = []
  var substitutions: [Node] = []
  var words: [String] = []

  init(_ identifier: String) {
    bytes = Array(identifier.utf8)
    position = identifier.hasPrefix("s:") ? 2 : bytes.count
  }

  /// Reads the whole identifier, and returns the type of the function, property, or subscript.
  mutating func type() throws -> SwiftType? {
    var type: SwiftType?
    while position < bytes.count {
      switch try next() {
      case "F":
        pop(if: .signature)
        type = try function(isEscaping: false)
      case "f" where peek() == "c" || peek() == "C":
        position += 1
        type = try popType(behindSignature: true)
      case "v", "i":
        _ = try next()
        type = try popType(behindSignature: true)
      case "Z": continue
      case let letter: stack.append(try node(letter))
      }
    }
    return type
  }

  /// Reads the first part of the identifier.
  mutating func readModule() -> String? {
    guard let letter = try? next() else { return nil }
    _ = try? node(letter)
    return module
  }

  mutating func node(_ letter: Character) throws -> Node {
    switch letter {
    case "0"..."9":
      position -= 1
      return try identifier()
    case "y": return .emptyList
    case "_": return .firstElement
    case "d": return .variadic
    case "K": return .throwing(.any)
    case "s": return standardModule("Swift")
    case "A": return try substitution()
    case "S": return try standardSubstitution()
    case "C", "V", "O", "P", "a": return try nominal()
    case "G": return try boundGeneric()
    case "E":
      if pop(if: .signature) { isConstrained = true }
      _ = try popIdentifier()
      return try pop()
    case "L": return try localName()
    case "M", "m": return .type(try popType().appending(.init(name: "Type")))
    case "Q": return try associatedType()
    case "R":
      try readRequirement()
      return .requirement
    case "X": return try special()
    case "Y": return try annotation()
    case "c": return .type(try function(isEscaping: true))
    case "h", "n": return .type(try popType())
    case "z": return .type(.prefixed("inout", try popType()))
    case "l": return popSignature()
    case "r":
      while try next() != "l" {
        position -= 1
        if peek() == "z" { position += 1 } else { _ = try index() }
      }
      return popSignature()
    case "o":
      isPostfix = try next() == "P"
      return try pop()
    case "p": return .type(try existential())
    case "q": return .type(try genericParameter())
    case "x": return .type(.name("Self"))
    case "t": return .type(.tuple(try elements()))
    case "u": return .type(try popType(behindSignature: true))
    case "$":
      let sign = take("n") ? -1 : 1
      return .type(.name(String(sign * (try index()))))
    default: throw Unknown()
    }
  }

  // MARK: Reading bytes

  func peek() -> Character? {
    position < bytes.count ? Character(Unicode.Scalar(bytes[position])) : nil
  }

  mutating func next() throws -> Character {
    guard let letter = peek() else { throw Unknown() }
    position += 1
    return letter
  }

  mutating func take(_ letter: Character) -> Bool {
    guard peek() == letter else { return false }
    position += 1
    return true
  }

  mutating func natural() throws -> Int {
    var value: Int?
    while let digit = peek()?.wholeNumberValue {
      guard value ?? 0 < 100_000 else { throw Unknown() }
      value = (value ?? 0) * 10 + digit
      position += 1
    }
    guard let value else { throw Unknown() }
    return value
  }

  /// Reads an index: `_` is 0, and `4_` is 5.
  mutating func index() throws -> Int {
    if take("_") { return 0 }
    let value = try natural()
    guard take("_") else { throw Unknown() }
    return value + 1
  }

  // MARK: Popping nodes

  mutating func pop() throws -> Node {
    guard let node = stack.popLast() else { throw Unknown() }
    return node
  }

  mutating func popType(behindSignature: Bool = false) throws -> SwiftType {
    if behindSignature { pop(if: .signature) }
    guard case .type(let type) = try pop() else { throw Unknown() }
    return type
  }

  mutating func popIdentifier() throws -> String {
    guard case .identifier(let name) = try pop() else { throw Unknown() }
    return name
  }

  mutating func popTypeIfAny() -> SwiftType? {
    guard case .type(let type)? = stack.last else { return nil }
    stack.removeLast()
    return type
  }

  /// Pops a protocol. In a list of protocols and in a requirement, its name has no operator.
  mutating func popProtocol() throws -> SwiftType {
    if let type = popTypeIfAny() { return type }
    return try popNominal()
  }

  mutating func popNominal() throws -> SwiftType {
    let name = SwiftType.Part(name: try popIdentifier())
    switch try pop() {
    case .identifier(let module): return .named([.init(name: module), name])
    case .type(.named(let parts)): return .named(parts + [name])
    default: throw Unknown()
    }
  }

  mutating func popSignature() -> Node {
    popRequirements()
    return .signature
  }

  mutating func popRequirements() { while pop(if: .requirement) {} }

  /// Pops a node if it is the next one.
  @discardableResult
  mutating func pop(if node: Node) -> Bool {
    guard stack.last == node else { return false }
    stack.removeLast()
    return true
  }
}
