extension TokenReader {
  private static let words: Set<String> = [
    "any", "some", "inout", "borrowing", "consuming", "sending", "isolated", "each", "repeat",
    "__owned", "__shared", "nonisolated", "_const",
  ]

  mutating func type() throws -> SwiftType { try nested { try $0.typeInside() } }

  private mutating func typeInside() throws -> SwiftType {
    if peek() == "@" { return .prefixed(try attribute(), try type()) }
    if let word = peek(), TokenReader.words.contains(word), peek(1) != ".", !isTypeEnd(peek(1)) {
      _ = try next()
      guard word == "nonisolated", take("(") else { return .prefixed(word, try type()) }
      let inside = try next()
      try expect(")")
      return .prefixed("nonisolated(\(inside))", try type())
    }
    let first = try postfixed()
    if case .tuple(let parameters) = first, isAtFunctionSign {
      let effects = try effects()
      try expect("->")
      return .function(.init(parameters: parameters, effects: effects, result: try type()))
    }
    guard peek() == "&" else { return first }
    var types = [first]
    while take("&") { types.append(try postfixed()) }
    return .composition(types)
  }

  /// Reads the type of a parameter, which may be variadic.
  mutating func parameterType() throws -> SwiftType {
    let type = try type()
    return take("...") ? .variadic(type) : type
  }

  /// Reads `@name`, with parentheses directly after it.
  mutating func attribute() throws -> String {
    let start = position
    try expect("@")
    _ = try next()
    while take(".") { _ = try next() }
    if peek() == "<" { try skipBrackets("<", ">") }
    if peek() == "(", isAdjacent { try skipBrackets("(", ")") }
    return text(from: start)
  }

  /// Skips the next brackets and their contents.
  private mutating func skipBrackets(_ open: String, _ close: String) throws {
    var depth = 0
    repeat {
      if peek() == open { depth += 1 }
      if peek() == close { depth -= 1 }
      if isAtEnd { throw Unreadable() }
      skip()
    } while depth > 0
  }

  private func isTypeEnd(_ text: String?) -> Bool {
    guard let text else { return true }
    return [",", ")", ">", "]", "?", "{", "->", "=="].contains(text)
  }

  mutating func effects() throws -> Effects {
    var effects = Effects()
    effects.isAsync = take("async") || take("reasync")
    if take("rethrows") {
      effects.throwing = .rethrowing
    } else if take("throws") {
      effects.throwing = .any
      if take("(") {
        effects.throwing = .type(try type())
        try expect(")")
      }
    }
    return effects
  }

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

  /// Reads the generic parameters after `<`.
  mutating func generics() throws -> [Generic] {
    var generics: [Generic] = []
    while !take(">") {
      let isPack = take("each")
      if peek() == "let" { throw Unreadable() }
      var generic = Generic(name: try name(), isPack: isPack)
      if take(":") { generic.constraints = try type().members }
      generics.append(generic)
      _ = take(",")
    }
    return generics
  }

  private mutating func postfixed() throws -> SwiftType {
    var type = try simple()
    var levels = 0
    while let sign = peek() {
      levels += 1
      switch sign {
      case "?": type = .optional(type)
      case "!": type = .unwrapped(type)
      case ".":
        _ = try next()
        type = type.appending(try nested(levels) { try $0.part() })
        continue
      default: return type
      }
      _ = try nested(levels) { try $0.next() }
    }
    return type
  }

  private mutating func simple() throws -> SwiftType {
    if take("~") { return .prefixed("~", try nested { try $0.simple() }) }
    if take("[") { return try collection() }
    if take("(") {
      let elements = try elements()
      // A type in parentheses is that type, unless it is the parameter of a function type.
      guard elements.count == 1, elements[0].label == nil, !isAtFunctionSign,
        !elements[0].type.isPrefixed(with: "repeat")
      else { return .tuple(elements) }
      return elements[0].type
    }
    return .named([try part()])
  }

  /// A Boolean value that indicates whether what comes next follows the parameters of a function type.
  private var isAtFunctionSign: Bool {
    ["async", "throws", "rethrows", "->"].contains(peek() ?? "")
  }

  private mutating func collection() throws -> SwiftType {
    let first = try type()
    var collection = SwiftType.array(first)
    if take(":") {
      collection = .dictionary(first, try type())
    } else if take("of") {
      // `[4 of Int]`
      collection = .named([.init(name: "InlineArray", arguments: [first, try type()])])
    }
    try expect("]")
    return collection
  }

  private mutating func elements() throws -> [SwiftType.Element] {
    var elements: [SwiftType.Element] = []
    while !take(")") {
      var labels: [String] = []
      if peek(1) == ":" || peek(2) == ":", peek() != "(", peek() != "[", peek() != "@" {
        while !take(":") { labels.append(try next()) }
      }
      elements.append(
        .init(
          label: labels.isEmpty ? nil : labels.joined(separator: " "), type: try parameterType()))
      _ = take(",")
    }
    return elements
  }

  private mutating func part() throws -> SwiftType.Part {
    let token = try next()
    guard let first = token.utf8.first, first.isPartOfWord || first == UInt8(ascii: "`")
    else { throw Unreadable() }
    var part = SwiftType.Part(name: token.unescaped, isQuoted: token != token.unescaped)
    if take("<") {
      // `Box<>` has an empty pack.
      if peek() == ">" { part.arguments = [.name("")] }
      while !take(">") {
        part.arguments.append(try type())
        _ = take(",")
      }
    }
    return part
  }
}

extension SwiftType {
  func appending(_ part: Part) -> SwiftType {
    if case .named(let parts) = self { return .named(parts + [part]) }
    return .member(self, part.text)
  }
}
