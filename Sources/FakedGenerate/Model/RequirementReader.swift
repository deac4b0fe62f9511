// Reads requirements and members from their declarations.
extension Requirement {
  private static let kept: Set<String> = ["@discardableResult", "@concurrent"]

  /// Reads a member of a protocol, class, struct, or extension.
  ///
  /// - Throws: `TokenReader.Unreadable` if it has unknown syntax, or a type that is neither stated nor obvious from its
  ///   value.
  init(_ member: Member) throws {
    var reader = TokenReader(member.tokens)
    switch try reader.next() {
    case "func":
      let (name, isOperator) = try reader.functionName()
      self.init(kind: isOperator ? .operator("") : .method, name: name)
      try readFunction(&reader)
      if isOperator, parameters.count == 1 {
        kind = .operator(member.modifiers.contains("postfix") ? "postfix" : "prefix")
      }
    case "var", "let":
      self.init(kind: .property, name: try reader.name())
      result = reader.take(":") ? try reader.type() : try Self.typeOfValue(&reader)
      isStored = reader.peek() != "{" || ["willSet", "didSet"].contains(reader.peek(1))
      hasSetter = isStored && !member.modifiers.contains("private(set)")
      if !isStored { try readAccessors(&reader) }
    case "subscript":
      self.init(kind: .subscript, name: "subscript")
      try readFunction(&reader)
      try readAccessors(&reader)
    case "init":
      let failing = ["?", "!"].first { reader.take($0) } ?? ""
      self.init(kind: .initializer(failing), name: "init")
      try readFunction(&reader)
    default: throw TokenReader.Unreadable()
    }
    // The value and the observers of a stored property don't matter.
    guard isStored || reader.isAtEnd else { throw TokenReader.Unreadable() }
    head = member.head
    declaration = member.declaration
    isStatic = member.isStatic
    isNonisolated = !head.modifiers.isDisjoint(with: ["nonisolated", "nonisolated(unsafe)"])
    attributes = head.attributes.filter { Requirement.kept.contains($0) || $0.isGlobalActor }
    let nonsending = "nonisolated(nonsending)"
    if head.modifiers.contains(nonsending) { attributes.append(nonsending) }
  }

  /// Returns the type of a literal after `=`.
  private static func typeOfValue(_ reader: inout TokenReader) throws -> SwiftType {
    try reader.expect("=")
    _ = reader.take("-")
    let value = try reader.next()
    if value == "true" || value == "false" { return .name("Bool") }
    if value.hasPrefix("\"") || value.hasPrefix("#\"") { return .name("String") }
    guard value.first?.isNumber == true else { throw TokenReader.Unreadable() }
    return .name(reader.peek() == "." ? "Double" : "Int")
  }

  private mutating func readFunction(_ reader: inout TokenReader) throws {
    if reader.take("<") { generics = try reader.generics() }
    try reader.expect("(")
    while !reader.take(")") {
      // Result builders and wrappers only affect callers.
      while reader.peek() == "@" { _ = try reader.attribute() }
      let first = try reader.name()
      let second = reader.peek() == ":" ? nil : try reader.name()
      try reader.expect(":")
      parameters.append(Parameter(first: first, second: second, type: try reader.parameterType()))
      if reader.take("=") { reader.skipValue() }
      _ = reader.take(",")
    }
    nameOpaqueParameters()
    effects = try reader.effects()
    if reader.take("->") { result = try reader.type() }
    if reader.take("where") { try readConditions(&reader) }
  }

  /// Names the type of `inout some P`, so that the fake can request a new value of the type.
  private mutating func nameOpaqueParameters() {
    for index in parameters.indices where parameters[index].type.isPrefixed(with: "inout") {
      parameters[index].type = parameters[index].type.replacing { part in
        guard case .prefixed("some", let constraint) = part else { return nil }
        let name = "Value".numbered { name in !generics.contains { $0.name == name } }
        generics.append(Generic(name: name, constraints: [constraint]))
        return .name(name)
      }
    }
  }

  private mutating func readConditions(_ reader: inout TokenReader) throws {
    for condition in try reader.conditions() {
      let left = condition.left.without(["repeat", "each"]).plainName
      if !condition.isSame, let index = generics.firstIndex(where: { $0.name == left }) {
        generics[index].constraints.append(condition.right)
      } else {
        conditions.append(condition)
      }
    }
  }

  private mutating func readAccessors(_ reader: inout TokenReader) throws {
    guard reader.take("{") else { return }
    var depth = 1
    while depth > 0, let word = reader.peek() {
      // A computed property of a class has code, not a list of accessors.
      reader.skip()
      switch word {
      case "{": depth += 1
      case "}": depth -= 1
      case "get" where depth == 1: effects = try reader.effects()
      case "set" where depth == 1: hasSetter = true
      default: continue
      }
    }
  }
}
