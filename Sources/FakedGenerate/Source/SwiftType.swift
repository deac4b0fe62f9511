/// A type in a declaration.
indirect enum SwiftType: Equatable, Sendable {
  /// `Outer.Inner<Argument>`, with a part for each name.
  case named([Part])
  /// `.Type`, or another member of a type that is not a plain name.
  case member(SwiftType, String)
  case tuple([Element])
  case function(Function)
  case array(SwiftType)
  case dictionary(SwiftType, SwiftType)
  case optional(SwiftType)
  /// `T!`
  case unwrapped(SwiftType)
  /// A word or attribute before a type: `any`, `some`, `inout`, `each`, `@escaping`.
  case prefixed(String, SwiftType)
  case composition([SwiftType])
  /// `T...`
  case variadic(SwiftType)

  struct Part: Equatable, Sendable {
    var name: String
    /// A Boolean value that indicates whether the source has backticks around the name.
    var isQuoted = false
    /// The declaration that it refers to. `nil` if it is unknown.
    var meaning: Meaning?
    var arguments: [SwiftType] = []

    /// The type in the sources that it refers to.
    var declaration: Declaration? { if case .declared(let type) = meaning { type } else { nil } }

    /// A Boolean value that indicates whether it is a generic parameter of the method.
    var isGenericParameter: Bool { if case .generic = meaning { true } else { false } }

    /// Compares the texts. The same text may have been resolved in one place and not in the other.
    static func == (left: Part, right: Part) -> Bool {
      left.name == right.name && left.arguments == right.arguments
    }
  }

  /// The declaration that a name in a type refers to.
  enum Meaning: Sendable {
    /// A type in the sources.
    case declared(Declaration)
    /// An associated type of the protocol.
    case associated
    /// A generic parameter of the method.
    case generic
    /// A type of the standard library, or of a module that comes with the toolchain.
    case toolchain(String)
  }

  struct Element: Equatable, Sendable {
    /// The text before the colon.
    var label: String?
    var type: SwiftType
  }

  struct Function: Equatable, Sendable {
    var parameters: [Element]
    var effects: Effects
    var result: SwiftType
  }

  static let void = SwiftType.tuple([])
  static let any = SwiftType.named([Part(name: "Any")])

  static func name(_ name: String) -> SwiftType { .named([Part(name: name)]) }

  var isVoid: Bool { self == .void || plainName == "Void" }
}

/// A generic parameter, with its constraints.
struct Generic: Equatable, Sendable {
  var name: String
  var isPack = false
  var constraints: [SwiftType] = []
}

/// A condition of a `where` clause: `Left: Right`, or `Left == Right`.
struct Condition: Equatable, Sendable {
  var left: SwiftType
  var isSame: Bool
  var right: SwiftType

  var text: String { left.text + (isSame ? " == " : ": ") + right.text }

  func replacing(_ change: (SwiftType) -> SwiftType?) -> Condition {
    changing { $0.replacing(change) }
  }

  /// Returns the condition with other types on both sides.
  func changing(_ change: (SwiftType) -> SwiftType) -> Condition {
    Condition(left: change(left), isSame: isSame, right: change(right))
  }
}

/// The effects of a function: suspension and errors.
struct Effects: Equatable, Sendable {
  enum Throwing: Equatable, Sendable {
    case never, any, rethrowing
    case type(SwiftType)
  }

  var isAsync = false
  var throwing = Throwing.never

  var canThrow: Bool { throwing != .never }

  /// Returns the effects with another type of errors.
  func changing(_ change: (SwiftType) -> SwiftType) -> Effects {
    guard case .type(let error) = throwing else { return self }
    return Effects(isAsync: isAsync, throwing: .type(change(error)))
  }

  /// The words after the parameters, with a space before each.
  var text: String {
    let suspends = isAsync ? " async" : ""
    switch throwing {
    case .never: return suspends
    case .any: return suspends + " throws"
    case .rethrowing: return suspends + " rethrows"
    case .type(let type): return suspends + " throws(\(type.text))"
    }
  }
}

// MARK: Text

extension SwiftType {
  /// The type as people write it.
  var text: String {
    switch self {
    case .named(let parts): parts.map { $0.text }.joined(separator: ".")
    case .member(let base, let name): base.operand + "." + name
    case .tuple(let elements): "(" + elements.map { $0.text }.joined(separator: ", ") + ")"
    case .function(let function): function.text
    case .array(let element): "[\(element.text)]"
    case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
    case .optional(let type): type.operand + "?"
    case .unwrapped(let type): type.operand + "!"
    case .prefixed("~", let type): "~" + type.text
    case .prefixed(let word, let type): word + " " + type.text
    case .composition(let types): types.map { $0.text }.joined(separator: " & ")
    case .variadic(let type): type.operand + "..."
    }
  }

  /// The text in parentheses, if a following suffix would otherwise belong to a part of it.
  private var operand: String {
    switch self {
    case .function, .prefixed, .composition: "(\(text))"
    case .member(.prefixed, _): "(\(text))"
    default: text
    }
  }
}

extension SwiftType.Part {
  var text: String {
    arguments.isEmpty
      ? escapedName : escapedName + "<" + arguments.map { $0.text }.joined(separator: ", ") + ">"
  }

  /// The name, in backticks if a type has a keyword as its name. A metatype such as `Item.Type` has none.
  private var escapedName: String {
    !isQuoted && ["Any", "Protocol", "Self", "Type"].contains(name) ? name : name.escaped
  }
}

extension SwiftType.Element {
  var text: String { label.map { "\($0): \(type.text)" } ?? type.text }
}

extension SwiftType.Function {
  var text: String {
    "(" + parameters.map { $0.text }.joined(separator: ", ") + ")" + effects.text + " -> "
      + (result.isVoid ? "Void" : result.text)
  }
}

// MARK: Traversal

extension SwiftType {
  /// Returns the type after replacing each part for which `change` returns a type, outermost first.
  func replacing(_ change: (SwiftType) -> SwiftType?) -> SwiftType {
    change(self) ?? changingChildren { $0.replacing(change) }
  }

  /// Returns the type with other types directly inside it.
  private func changingChildren(_ change: (SwiftType) -> SwiftType) -> SwiftType {
    func elements(_ elements: [Element]) -> [Element] {
      elements.map { Element(label: $0.label, type: change($0.type)) }
    }
    switch self {
    case .named(let parts): return .named(parts.changingArguments(change))
    case .member(let base, let name): return .member(change(base), name)
    case .tuple(let members): return .tuple(elements(members))
    case .function(let function):
      return .function(
        Function(
          parameters: elements(function.parameters), effects: function.effects.changing(change),
          result: change(function.result)))
    case .array(let element): return .array(change(element))
    case .dictionary(let key, let value): return .dictionary(change(key), change(value))
    case .optional(let type): return .optional(change(type))
    case .unwrapped(let type): return .unwrapped(change(type))
    case .prefixed(let word, let type): return .prefixed(word, change(type))
    case .composition(let types): return .composition(types.map(change))
    case .variadic(let type): return .variadic(change(type))
    }
  }

  /// Returns the type with other names of the types that begin with one of these names.
  func renaming(_ names: [String: String]) -> SwiftType {
    replacing { part in
      guard case .named(var parts) = part, let name = names[parts[0].name] else { return nil }
      parts[0].name = name
      return .named(parts)
    }
  }

  /// Calls `body` with every part, outermost first.
  func visit(_ body: (SwiftType) -> Void) {
    _ = replacing { part in
      body(part)
      return nil
    }
  }

  /// Returns a Boolean value that indicates whether the type or a part of it satisfies the predicate.
  func contains(where isWanted: (SwiftType) -> Bool) -> Bool {
    var isFound = isWanted(self)
    // Most types are plain names, which contain nothing.
    if isFound || plainName != nil { return isFound }
    _ = changingChildren { child in
      isFound = isFound || child.contains(where: isWanted)
      return child
    }
    return isFound
  }

  /// Returns a Boolean value that indicates whether a name in the type begins with one of these.
  func mentions(_ names: some Collection<String>) -> Bool {
    contains { part in
      guard case .named(let parts) = part, let first = parts.first else { return false }
      return names.contains(first.name)
    }
  }

  /// The name of a type that is a single name without arguments.
  var plainName: String? {
    guard case .named(let parts) = self, parts.count == 1, parts[0].arguments.isEmpty else {
      return nil
    }
    return parts[0].name
  }

  /// Returns the type without these words and attributes before it.
  func without(_ words: Set<String>) -> SwiftType {
    guard case .prefixed(let word, let type) = self else { return self }
    let rest = type.without(words)
    return words.contains(word) ? rest : .prefixed(word, rest)
  }

  /// Returns a Boolean value that indicates whether a word is before the type.
  func isPrefixed(with word: String) -> Bool { words.contains(word) }

  var isVariadic: Bool { if case .variadic = self { true } else { false } }

  /// The words and attributes before it.
  var words: [String] {
    if case .prefixed(let word, let type) = self { [word] + type.words } else { [] }
  }

  /// The attributes before it: `@Sendable`, `@MainActor`.
  var attributes: [String] { words.filter { $0.hasPrefix("@") } }

  /// The type without the words and attributes before it.
  var base: SwiftType {
    guard case .prefixed(let word, let type) = self, !["any", "some", "~", "each"].contains(word)
    else { return self }
    return type.base
  }
}

extension [SwiftType.Part] {
  /// Returns the parts after a change of their arguments.
  func changingArguments(_ change: (SwiftType) -> SwiftType) -> Self {
    map { part in
      var part = part
      part.arguments = part.arguments.map(change)
      return part
    }
  }
}

extension SwiftType {
  /// The types of a composition, or the type itself.
  var members: [SwiftType] {
    if case .composition(let types) = self { return types.flatMap(\.members) }
    return [self]
  }
}
