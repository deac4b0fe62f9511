extension Requirement {
  private static let kept: Set<String> = ["@discardableResult", "@concurrent"]
  private static let dropped: Set<String> = [
    "mutating", "consuming", "borrowing", "override", "public", "package", "internal", "final",
    "open", "private", "fileprivate",
    "required", "convenience", "dynamic", "__consuming",
    "optional",
    "prefix", "postfix",
  ]

  /// Reads a declaration. The identifier determines the fixity of an operator.
  init(_ tokens: DeclarationParser, id: String = "") throws {
    var tokens = tokens
    var attributes: [String] = []
    var modifiers: Set<String> = []
    while let word = tokens.peek() {
      if word == "@" {
        attributes.append(try tokens.attribute())
      } else if word == "nonisolated" || word == "static" || Requirement.dropped.contains(word) {
        _ = try tokens.next()
        if tokens.take("(") {
          attributes.append("\(word)(\(try tokens.next().text))")
          try tokens.expect(")")
        } else {
          modifiers.insert(word)
        }
      } else {
        break
      }
    }
    switch try tokens.next().text {
    case "func":
      let name = try tokens.next().text.unescaped
      let isOperator =
        name.unicodeScalars.first.map { sign in
          "/=-+!*%<>&|^~?.".unicodeScalars.contains(sign)
            || sign.properties.generalCategory == .mathSymbol
        } ?? false
      self.init(kind: isOperator ? .operator("") : .method, name: name)
      try readFunction(&tokens)
      if isOperator, parameters.count == 1 {
        kind = .operator(MangledName(id).isPostfix ? "postfix" : "prefix")
      }
    case "var":
      self.init(kind: .property, name: try tokens.next().text.unescaped)
      try tokens.expect(":")
      result = try tokens.type()
      try readAccessors(&tokens)
    case "subscript":
      self.init(kind: .subscript, name: "subscript")
      try readFunction(&tokens)
      try readAccessors(&tokens)
    case "init":
      let failing = ["?", "!"].first { tokens.take($0) } ?? ""
      self.init(kind: .initializer(failing), name: "init")
      try readFunction(&tokens)
    case let word: throw DeclarationParser.Unreadable(rest: word + " " + tokens.rest)
    }
    guard tokens.isAtEnd else { throw DeclarationParser.Unreadable(rest: tokens.rest) }
    self.id = id
    isStatic = modifiers.contains("static")
    isNonisolated = modifiers.contains("nonisolated")
    self.attributes = attributes.filter(Requirement.isRepeated)
  }

  private static func isRepeated(_ attribute: String) -> Bool {
    guard attribute.hasPrefix("@") else { return true }
    // Other attributes with a capital letter are global actors.
    return kept.contains(attribute) || attribute.dropFirst().first?.isUppercase == true
  }

  private mutating func readFunction(_ tokens: inout DeclarationParser) throws {
    if tokens.take("<") { try readGenerics(&tokens) }
    try tokens.expect("(")
    while !tokens.take(")") {
      // Result builders and wrappers only affect callers.
      while tokens.peek() == "@" { _ = try tokens.attribute() }
      let first = try tokens.next().text.unescaped
      let second = tokens.peek() == ":" ? nil : try tokens.next().text.unescaped
      try tokens.expect(":")
      parameters.append(Parameter(first: first, second: second, type: try tokens.type()))
      _ = tokens.take(",")
    }
    nameOpaqueParameters()
    effects = try tokens.effects()
    if tokens.take("->") { result = try tokens.type() }
    if tokens.take("where") { try readConditions(&tokens) }
  }

  /// Names the type of `inout some P`, so that the fake can request a new value of the type.
  private mutating func nameOpaqueParameters() {
    for index in parameters.indices where parameters[index].type.isPrefixed(with: "inout") {
      parameters[index].type = parameters[index].type.replacing { part in
        guard case .prefixed("some", let constraint) = part else { return nil }
        let names = generics.map(\.name)
        let name = (["Value"] + (2...9).map { "Value\($0)" }).first { !names.contains($0) }
        generics.append(Generic(name: name ?? "Some", isPack: false, constraints: [constraint]))
        return .name(name ?? "Some")
      }
    }
  }

  private mutating func readGenerics(_ tokens: inout DeclarationParser) throws {
    while !tokens.take(">") {
      let isPack = tokens.take("each")
      if tokens.peek() == "let" { throw DeclarationParser.Unreadable(rest: tokens.rest) }
      generics.append(Generic(name: try tokens.next().text.unescaped, isPack: isPack))
      _ = tokens.take(",")
    }
  }

  private mutating func readConditions(_ tokens: inout DeclarationParser) throws {
    for condition in try tokens.conditions() {
      let left = condition.left.without(["repeat", "each"]).plainName
      if !condition.isSame, let index = generics.firstIndex(where: { $0.name == left }) {
        generics[index].constraints.append(condition.right)
      } else {
        conditions.append(condition)
      }
    }
  }

  private mutating func readAccessors(_ tokens: inout DeclarationParser) throws {
    try tokens.expect("{")
    while !tokens.take("}") {
      let word = try tokens.next().text
      switch word {
      case "get": effects = try tokens.effects()
      case "set": hasSetter = true
      default: continue
      }
    }
  }
}

extension DeclarationParser {
  /// Reads the conditions after `where`.
  mutating func conditions() throws -> [Condition] {
    var conditions: [Condition] = []
    repeat {
      let left = try type()
      let isSame = take("==")
      if !isSame { try expect(":") }
      conditions.append(Condition(left: left, isSame: isSame, right: try type()))
    } while take(",")
    return conditions
  }
}

extension String {
  /// The name without backticks.
  var unescaped: String { hasPrefix("`") ? String(dropFirst().dropLast()) : self }

  /// A Boolean value that indicates whether it is a name or keyword, not a raw identifier or `_`.
  var isPlainName: Bool {
    first?.isNumber == false && self != "_" && utf8.allSatisfy(\.isPartOfWord)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether a name can contain the byte: a letter, a digit, `_`, `$`, or a part of a
  /// non-ASCII character, such as an emoji.
  var isPartOfWord: Bool {
    self >= 128 || (self >= 48 && self < 58) || (self >= 65 && self < 91)
      || (self >= 97 && self < 123) || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
  }
}
