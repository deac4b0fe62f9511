extension SwiftType {
  /// Returns the type after replacing each part for which `change` returns a type, outermost first.
  func replacing(_ change: (SwiftType) -> SwiftType?) -> SwiftType {
    if let changed = change(self) { return changed }
    func elements(_ elements: [Element]) -> [Element] {
      elements.map { Element(label: $0.label, type: $0.type.replacing(change)) }
    }
    switch self {
    case .named(let parts): return .named(parts.changingArguments { $0.replacing(change) })
    case .member(let base, let name): return .member(base.replacing(change), name)
    case .tuple(let members): return .tuple(elements(members))
    case .function(let function):
      var effects = function.effects
      if case .type(let error) = effects.throwing {
        effects.throwing = .type(error.replacing(change))
      }
      return .function(
        Function(
          parameters: elements(function.parameters), effects: effects,
          result: function.result.replacing(change)))
    case .array(let element): return .array(element.replacing(change))
    case .dictionary(let key, let value):
      return .dictionary(key.replacing(change), value.replacing(change))
    case .optional(let type): return .optional(type.replacing(change))
    case .unwrapped(let type): return .unwrapped(type.replacing(change))
    case .prefixed(let word, let type): return .prefixed(word, type.replacing(change))
    case .composition(let types): return .composition(types.map { $0.replacing(change) })
    case .variadic(let type): return .variadic(type.replacing(change))
    }
  }

  /// Returns a Boolean value that indicates whether the type or a part of it satisfies the predicate.
  func contains(where isWanted: (SwiftType) -> Bool) -> Bool {
    if isWanted(self) { return true }
    switch self {
    case .named(let parts):
      for part in parts {
        for argument in part.arguments where argument.contains(where: isWanted) { return true }
      }
      return false
    case .tuple(let elements): return elements.contains { $0.type.contains(where: isWanted) }
    case .function(let function):
      if case .type(let error) = function.effects.throwing, error.contains(where: isWanted) {
        return true
      }
      return function.parameters.contains { $0.type.contains(where: isWanted) }
        || function.result.contains(where: isWanted)
    case .dictionary(let key, let value):
      return key.contains(where: isWanted) || value.contains(where: isWanted)
    case .composition(let types): return types.contains { $0.contains(where: isWanted) }
    case .member(let type, _), .array(let type), .optional(let type), .unwrapped(let type),
      .prefixed(_, let type), .variadic(let type):
      return type.contains(where: isWanted)
    }
  }

  /// Calls `body` with every part, outermost first.
  func visit(_ body: (SwiftType) -> Void) {
    _ = contains { part in
      body(part)
      return false
    }
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
  func isPrefixed(with word: String) -> Bool {
    guard case .prefixed(let first, let type) = self else { return false }
    return first == word || type.isPrefixed(with: word)
  }

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
    map { .init(name: $0.name, id: $0.id, arguments: $0.arguments.map(change)) }
  }
}
