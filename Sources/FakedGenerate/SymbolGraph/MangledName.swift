/// The facts about a declaration that its mangled identifier states.
///
/// A symbol graph leaves out some attributes of closures: `@isolated(any)`, `nonisolated(nonsending)`,
/// and the kind of closure behind an alias of another module. The identifier has them all.
package struct MangledName {
  /// The module that declares the symbol.
  package let module: String?
  /// A Boolean value that indicates whether the declaration, or one around it, belongs to one file.
  package let isPrivate: Bool
  /// A Boolean value that indicates whether it is a postfix operator.
  package let isPostfix: Bool
  /// The type of the declaration. `nil` for a type, and for an identifier with unknown parts.
  let type: SwiftType?

  /// Reads an identifier such as `s:4Mail6MailerP4sendyySSF`.
  package init(_ identifier: String) {
    var demangler = Demangler(identifier)
    type = try? demangler.type()
    module = demangler.module
    isPrivate = demangler.isPrivate
    isPostfix = demangler.isPostfix
  }

  /// Returns the module in an identifier, without reading the rest of it.
  static func module(of identifier: String) -> String? {
    var demangler = Demangler(identifier)
    return demangler.readModule()
  }

  /// The type as text. A generic parameter is a number.
  package var typeText: String? { type?.text }
}

/// Reads the parts of a mangled identifier, which are operators behind their operands.
private struct Demangler {
  private enum Node {
    case emptyList, firstElement, variadic, signature, requirement, async, sendable, sendingResult
    case identifier(String)
    case type(SwiftType)
    /// `throws`, or a thrown type.
    case throwing(Effects.Throwing)
    /// `@MainActor`, `@isolated(any)`, or `nonisolated(nonsending)`.
    case isolation(String)
  }

  private struct Unknown: Error {}

  private(set) var module: String?
  private(set) var isPrivate = false
  private(set) var isPostfix = false

  private let bytes: [UInt8]
  private var position: Int
  private var stack: [Node] = []
  private var substitutions: [Node] = []
  private var words: [String] = []

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
        if case .signature? = stack.last { stack.removeLast() }
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

  private mutating func node(_ letter: Character) throws -> Node {
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
      if case .signature? = stack.last { stack.removeLast() }
      _ = try popIdentifier()
      return try pop()
    case "L": return try localName()
    case "M", "m": return .type(.member(try popType(), "Type").flattened)
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

  private func peek() -> Character? {
    position < bytes.count ? Character(Unicode.Scalar(bytes[position])) : nil
  }

  private mutating func next() throws -> Character {
    guard let letter = peek() else { throw Unknown() }
    position += 1
    return letter
  }

  private mutating func take(_ letter: Character) -> Bool {
    guard peek() == letter else { return false }
    position += 1
    return true
  }

  private mutating func natural() throws -> Int {
    var value: Int?
    while let digit = peek()?.wholeNumberValue {
      guard value ?? 0 < 100_000 else { throw Unknown() }
      value = (value ?? 0) * 10 + digit
      position += 1
    }
    guard let value else { throw Unknown() }
    return value
  }

  /// `_` is 0, and `4_` is 5.
  private mutating func index() throws -> Int {
    if take("_") { return 0 }
    let value = try natural()
    guard take("_") else { throw Unknown() }
    return value + 1
  }

  // MARK: Popping nodes

  private mutating func pop() throws -> Node {
    guard let node = stack.popLast() else { throw Unknown() }
    return node
  }

  private mutating func popType(behindSignature: Bool = false) throws -> SwiftType {
    if behindSignature, case .signature? = stack.last { stack.removeLast() }
    guard case .type(let type) = try pop() else { throw Unknown() }
    return type
  }

  private mutating func popIdentifier() throws -> String {
    guard case .identifier(let name) = try pop() else { throw Unknown() }
    return name
  }

  private mutating func popTypeIfAny() -> SwiftType? {
    guard case .type(let type)? = stack.last else { return nil }
    stack.removeLast()
    return type
  }

  /// A list of protocols and a requirement have the name of a protocol without an operator.
  private mutating func popProtocol() throws -> SwiftType {
    if let type = popTypeIfAny() { return type }
    return try popNominal()
  }

  private mutating func popNominal() throws -> SwiftType {
    let name = SwiftType.Part(name: try popIdentifier())
    switch try pop() {
    case .identifier(let module): return .named([.init(name: module), name])
    case .type(.named(let parts)): return .named(parts + [name])
    default: throw Unknown()
    }
  }

  private mutating func popFirstElement() -> Bool {
    guard case .firstElement? = stack.last else { return false }
    stack.removeLast()
    return true
  }

  private mutating func popEmptyList() -> Bool {
    guard case .emptyList? = stack.last else { return false }
    stack.removeLast()
    return true
  }

  private mutating func popSignature() -> Node {
    while case .requirement? = stack.last { stack.removeLast() }
    return .signature
  }

  // MARK: Names

  private mutating func standardModule(_ name: String) -> Node {
    if module == nil { module = name }
    return .identifier(name)
  }

  private mutating func identifier() throws -> Node {
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
      // An encoded name has letters beyond ASCII. No type with such a name is spelled out.
      name += (isEncoded ? "\u{FFFD}" : "") + String(decoding: part, as: UTF8.self)
      if !isEncoded { addWords(of: Array(part)) }
    } while hasWords
    if module == nil { module = name }
    let node = Node.identifier(name)
    substitutions.append(node)
    return node
  }

  /// Later identifiers refer to the words of this one.
  private mutating func addWords(of part: [UInt8]) {
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
  private mutating func localName() throws -> Node {
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

  private mutating func substitution() throws -> Node {
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

  private mutating func substitution(at index: Int, count: Int?) throws -> Node {
    guard substitutions.indices.contains(index), count ?? 1 < 1_000 else { throw Unknown() }
    for _ in 1..<max(1, count ?? 1) { stack.append(substitutions[index]) }
    return substitutions[index]
  }

  private mutating func standardSubstitution() throws -> Node {
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

  private mutating func standardType(_ letter: Character) throws -> Node {
    if module == nil { module = "Swift" }
    let isConcurrency = letter == "c"
    let key = isConcurrency ? "c" + String(try next()) : String(letter)
    guard let name = StandardTypes.names[key] else { throw Unknown() }
    return .type(.named([.init(name: "Swift"), .init(name: name, id: "s:S" + key)]))
  }

  // MARK: Types

  private mutating func nominal() throws -> Node {
    let type = try popNominal()
    substitutions.append(.type(type))
    return .type(type)
  }

  private mutating func boundGeneric() throws -> Node {
    var lists: [[SwiftType]] = []
    repeat {
      var list: [SwiftType] = []
      while let type = popTypeIfAny() { list.insert(type, at: 0) }
      lists.append(list)
      if popEmptyList() { break }
      guard popFirstElement() else { throw Unknown() }
    } while true
    guard case .named(var parts) = try popType() else { throw Unknown() }
    for (offset, list) in lists.enumerated() where parts.indices.contains(parts.count - 1 - offset)
    {
      parts[parts.count - 1 - offset].arguments = list
    }
    let node = Node.type(SwiftType.named(parts).sugared)
    substitutions.append(node)
    return node
  }

  private mutating func function(isEscaping: Bool, _ attribute: String? = nil) throws -> SwiftType {
    var words = attribute.map { [$0] } ?? []
    var effects = Effects()
    var sendsResult = false
    func isPart(_ node: Node?) -> Bool {
      switch node {
      case .async, .sendable, .sendingResult, .throwing, .isolation: true
      default: false
      }
    }
    while isPart(stack.last) {
      switch try pop() {
      case .async: effects.isAsync = true
      case .sendable: words.append("@Sendable")
      case .sendingResult: sendsResult = true
      case .throwing(let throwing): effects.throwing = throwing
      case .isolation(let word): words.insert(word, at: 0)
      default: break
      }
    }
    let parameters: [SwiftType.Element]
    if popEmptyList() {
      parameters = []
    } else {
      let type = try popType()
      if case .tuple(let elements) = type {
        parameters = elements
      } else {
        parameters = [.init(label: nil, type: type)]
      }
    }
    var result = popEmptyList() ? .void : try popType()
    if sendsResult { result = .prefixed("sending", result) }
    if isEscaping { words.insert("@escaping", at: 0) }
    return words.reversed().reduce(
      .function(.init(parameters: parameters, effects: effects, result: result))
    ) { .prefixed($1, $0) }
  }

  private mutating func elements() throws -> [SwiftType.Element] {
    if popEmptyList() { return [] }
    var elements: [SwiftType.Element] = []
    while true {
      let isFirst = popFirstElement()
      var isVariadic = false
      if case .variadic? = stack.last {
        stack.removeLast()
        isVariadic = true
      }
      var label: String?
      if case .identifier(let name)? = stack.last {
        stack.removeLast()
        label = name
      }
      let type = try popType()
      elements.insert(.init(label: label, type: isVariadic ? .variadic(type) : type), at: 0)
      if isFirst { return elements }
    }
  }

  private mutating func existential() throws -> SwiftType {
    if popEmptyList() { return .any }
    var types: [SwiftType] = []
    while true {
      let isFirst = popFirstElement()
      types.insert(try popProtocol(), at: 0)
      if isFirst { break }
    }
    return .prefixed("any", types.count == 1 ? types[0] : .composition(types))
  }

  private mutating func special() throws -> Node {
    switch try next() {
    case "E": return .type(try function(isEscaping: false))
    case "K": return .type(try function(isEscaping: false, "@autoclosure"))
    case "A": return .type(try function(isEscaping: true, "@autoclosure"))
    case "C": return .type(try function(isEscaping: true, "@convention(c)"))
    case "B": return .type(try function(isEscaping: true, "@convention(block)"))
    case "D": return .type(try popType())
    case "p": return .type(.member(try popType(), "Type"))
    case "M", "m":
      _ = try next()
      return .type(.member(try popType(), "Type").flattened)
    case "l":
      let type = try existential()
      guard case .prefixed(let word, let types) = type else { return .type(.name("AnyObject")) }
      return .type(.prefixed(word, .composition([types, .name("AnyObject")])))
    case "c":
      let superclass = try popType()
      guard case .prefixed(let word, let types) = try existential() else { throw Unknown() }
      return .type(.prefixed(word, .composition([superclass, types])))
    case "P":
      // The arguments of `any Sequence<Int>` are conditions here, which are not spelled out.
      while case .requirement? = stack.last { stack.removeLast() }
      while popFirstElement() {
        while case .requirement? = stack.last { stack.removeLast() }
      }
      return .type(.prefixed("\u{FFFD}", try popType()))
    case "S":
      // Sugar that the debugger shows.
      let kind = try next()
      let type = try popType()
      if kind == "q" { return .type(.optional(type)) }
      if kind == "a" { return .type(.array(type)) }
      return .type(.dictionary(try popType(), type))
    default: throw Unknown()
    }
  }

  private mutating func annotation() throws -> Node {
    switch try next() {
    case "a": return .async
    case "b": return .sendable
    case "c":
      let actor = try popType()
      guard case .named(let parts) = actor else { throw Unknown() }
      return .isolation("@" + (parts.last?.name ?? ""))
    case "A": return .isolation("@isolated(any)")
    case "C": return .isolation("nonisolated(nonsending)")
    case "K": return .throwing(.type(try popType()))
    case "T": return .sendingResult
    case "i": return .type(.prefixed("isolated", try popType()))
    case "u": return .type(.prefixed("sending", try popType()))
    case "k", "t": return .type(try popType())
    default: throw Unknown()
    }
  }

  // MARK: Generics

  private mutating func genericParameter() throws -> SwiftType {
    if take("s") || take("z") { return .name("Self") }
    guard take("d") else { return MangledName.parameter(depth: 0, index: try index() + 1) }
    let depth = try index() + 1
    return MangledName.parameter(depth: depth, index: try index())
  }

  private mutating func associatedTypeName() throws -> String {
    // An ambiguous name is followed by the protocol that declares it.
    _ = popTypeIfAny()
    return try popIdentifier()
  }

  private mutating func member(isPath: Bool, of base: SwiftType?) throws -> SwiftType {
    var names: [String] = []
    var isLast = false
    repeat {
      isLast = !isPath || popFirstElement()
      names.insert(try associatedTypeName(), at: 0)
    } while !isLast
    let base = try base ?? popType()
    let type = names.reduce(base) { $0.appending(.init(name: $1)) }
    substitutions.append(.type(type))
    return type
  }

  private mutating func associatedType() throws -> Node {
    switch try next() {
    case "a":
      let name = try popIdentifier()
      return .type(try popType().appending(.init(name: name)))
    case "y": return .type(try member(isPath: false, of: try genericParameter()))
    case "z": return .type(try member(isPath: false, of: .name("Self")))
    case "Y": return .type(try member(isPath: true, of: try genericParameter()))
    case "Z": return .type(try member(isPath: true, of: .name("Self")))
    case "x": return .type(try member(isPath: false, of: nil))
    case "X": return .type(try member(isPath: true, of: nil))
    case "p":
      _ = try popType()
      return .type(.prefixed("repeat", try popType()))
    default: throw Unknown()
    }
  }

  private mutating func readRequirement() throws {
    let kind = try next()
    switch kind {
    case "v": _ = try genericParameter()
    case "V": (_, _) = (try genericParameter(), try popType())
    case "i": (_, _) = (try index(), try genericParameter())
    case "I": (_, _) = (try index(), try popType())
    case "j", "J":
      _ = try index()
      _ = try member(isPath: kind == "J", of: try genericParameter())
    case "b", "s", "h": (_, _) = (try genericParameter(), try popType())
    case "c", "t", "p", "C", "T", "P":
      _ = try member(isPath: kind.isUppercase, of: try genericParameter())
      _ = try popProtocol()
    case "B", "S", "Q": (_, _) = (try popType(), try popProtocol())
    case "l", "m", "M", "L":
      if kind == "l" { _ = try genericParameter() }
      if kind == "L" { _ = try popType() }
      if kind == "m" || kind == "M" {
        _ = try member(isPath: kind == "M", of: try genericParameter())
      }
      guard "URNCDTB".contains(try next()) else { throw Unknown() }
    default:
      position -= 1
      (_, _) = (try genericParameter(), try popProtocol())
    }
  }
}

extension MangledName {
  /// The name under which the type has a generic parameter of the declaration.
  static func parameter(depth: Int, index: Int) -> SwiftType { .name("\u{FFFD}\(depth).\(index)") }
}

extension SwiftType {
  /// `[Int]` for `Swift.Array<Swift.Int>`.
  fileprivate var sugared: SwiftType {
    guard case .named(let parts) = self, parts.count == 2, let id = parts[1].id else { return self }
    let arguments = parts[1].arguments
    switch (id, arguments.count) {
    case ("s:Sa", 1): return .array(arguments[0])
    case ("s:SD", 2): return .dictionary(arguments[0], arguments[1])
    case ("s:Sq", 1): return .optional(arguments[0])
    default: return self
    }
  }

  /// `Int.Type` as one name.
  fileprivate var flattened: SwiftType {
    guard case .member(.named(let parts), let name) = self else { return self }
    return .named(parts + [.init(name: name)])
  }
}
