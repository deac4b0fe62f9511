// A symbol graph leaves out some attributes of closures. The mangled type of the requirement has them.
extension Requirement {
  /// Adds the attributes of closures to the types, and spells out aliases that hide closures.
  ///
  /// - Throws: `DeclarationParser.Unreadable` if the declaration lacks a type that the identifier doesn't contain.
  mutating func completeClosures(in resolver: TypeResolver) throws {
    let types = parameters.map(\.type) + [result]
    guard types.contains(where: { $0.contains(where: \.mayHideClosure) }) else { return }
    if let type = MangledName(id).type {
      let completion = ClosureCompletion(resolver: resolver, generics: generics.map(\.name))
      hasIsolatedUnsendableClosure =
        types.contains { $0.contains { $0.attributes.contains(where: \.isGlobalActor) } }
        && type.contains {
          $0.attributes.contains(where: \.isGlobalActor) && !$0.attributes.contains("@Sendable")
        }
      switch (kind, type.base) {
      case (.property, _): result = completion.completed(result, type)
      case (_, .function(let function)) where function.parameters.count == parameters.count:
        result = completion.completed(result, function.result)
        for (index, parameter) in function.parameters.enumerated() {
          parameters[index].type = completion.completed(
            parameter: parameters[index].type, parameter.type)
        }
      default: break
      }
    }
    if (parameters.map(\.type) + [result]).contains(where: { $0.contains(where: \.isMissing) }) {
      throw DeclarationParser.Unreadable(rest: "nonisolated(nonsending)")
    }
  }
}

/// Adds the attributes in a mangled type to the same type in a declaration.
private struct ClosureCompletion {
  let resolver: TypeResolver
  let generics: [String]

  func completed(parameter declared: SwiftType, _ mangled: SwiftType) -> SwiftType {
    var type = completed(declared, mangled)
    // The closure in an `inout` parameter always escapes.
    guard case .function = mangled.base, !type.isPrefixed(with: "inout") else { return type }
    let isEscaping = mangled.isPrefixed(with: "@escaping")
    // The declaration of a subscript lacks the attribute, and so does a missing type.
    if isEscaping, case .function = type.base, !type.isPrefixed(with: "@escaping") {
      type = type.adding("@escaping")
    }
    // The fake calls a nonescaping closure, so it needs the type.
    if !isEscaping, resolver.isForeignAlias(type), let spelled = spelled(mangled) {
      return type.replacingBase(spelled.base)
    }
    return type
  }

  func completed(_ declared: SwiftType, _ mangled: SwiftType) -> SwiftType {
    if declared.isMissing { return spelled(mangled)?.without(["@escaping"]) ?? declared }
    switch (declared.base, mangled.base) {
    case (.function(var function), .function(let other))
    where function.parameters.count == other.parameters.count:
      for (index, parameter) in other.parameters.enumerated() {
        let type = function.parameters[index].type
        function.parameters[index].type =
          type.isMissing
          ? completed(parameter: type, parameter.type) : completed(type, parameter.type)
      }
      function.result = completed(function.result, other.result)
      let type = converted(declared.replacingBase(.function(function)), like: mangled)
      return isolated(sendable(type, like: mangled), function, like: mangled)
    case (.optional(let type), .optional(let other)):
      return declared.replacingBase(.optional(completed(type, other)))
    case (.unwrapped(let type), .optional(let other)):
      return declared.replacingBase(.unwrapped(completed(type, other)))
    case (.array(let type), .array(let other)):
      return declared.replacingBase(.array(completed(type, other)))
    case (.variadic(let type), .variadic(let other)):
      return declared.replacingBase(.variadic(completed(type, other)))
    case (.dictionary(let key, let value), .dictionary(_, let other)):
      return declared.replacingBase(.dictionary(key, completed(value, other)))
    case (.tuple(var elements), .tuple(let others)) where elements.count == others.count:
      for index in elements.indices {
        elements[index].type = completed(elements[index].type, others[index].type)
      }
      return declared.replacingBase(.tuple(elements))
    case (.named(var parts), .named(let others)):
      guard let last = others.last, last.name == parts[parts.count - 1].name,
        last.arguments.count == parts[parts.count - 1].arguments.count
      else { return declared }
      for (index, other) in last.arguments.enumerated() {
        let type = parts[parts.count - 1].arguments[index]
        parts[parts.count - 1].arguments[index] = completed(type, other)
      }
      return declared.replacingBase(.named(parts))
    default: return declared
    }
  }

  /// Adds `@convention(c)`, which extracted symbol graphs leave out.
  private func converted(_ type: SwiftType, like mangled: SwiftType) -> SwiftType {
    let convention = mangled.attributes.first { $0.hasPrefix("@convention") }
    guard let convention, !type.isPrefixed(with: convention) else { return type }
    return type.replacingBase(.prefixed(convention, type.base))
  }

  /// Adds `@Sendable`, which symbol graphs of Swift 6.2 leave out. A global actor implies it.
  private func sendable(_ type: SwiftType, like mangled: SwiftType) -> SwiftType {
    let isImplied = type.attributes.contains(where: \.isGlobalActor)
    if isImplied || type.isPrefixed(with: "@Sendable") || !mangled.isPrefixed(with: "@Sendable") {
      return type
    }
    return type.replacingBase(.prefixed("@Sendable", type.base))
  }

  /// Adds the isolation. `NonisolatedNonsendingByDefault` determines that of other async closures.
  private func isolated(
    _ type: SwiftType, _ function: SwiftType.Function, like mangled: SwiftType
  ) -> SwiftType {
    let words = type.words
    let isStated = words.contains {
      $0.isGlobalActor || $0.hasPrefix("@isolated") || $0.hasPrefix("@convention")
        || $0 == "@concurrent" || $0 == "nonisolated(nonsending)"
    }
    if isStated || function.parameters.contains(where: { $0.type.isPrefixed(with: "isolated") }) {
      return type
    }
    if mangled.isPrefixed(with: "@isolated(any)") {
      return type.replacingBase(.prefixed("@isolated(any)", type.base))
    }
    guard function.effects.isAsync else { return type }
    #if compiler(>=6.2)
      // `nonisolated(nonsending)` precedes the attributes. `@concurrent` is one of them.
      return mangled.isPrefixed(with: "nonisolated(nonsending)")
        ? .prefixed("nonisolated(nonsending)", type)
        : type.replacingBase(.prefixed("@concurrent", type.base))
    #else
      return type
    #endif
  }

  /// Returns a type that only the identifier contains, as a declaration spells it.
  private func spelled(_ mangled: SwiftType) -> SwiftType? {
    let named = mangled.replacing { part in
      guard case .named(let parts) = part, parts.count == 1,
        let index = generics.indices.first(where: {
          MangledName.parameter(depth: 1, index: $0) == .name(parts[0].name)
        })
      else { return nil }
      return .name(generics[index])
    }
    if named.text.contains("\u{FFFD}") { return nil }
    let type = resolver.spelled(named)
    // `nonisolated(nonsending)` precedes the attributes.
    guard type.isPrefixed(with: "nonisolated(nonsending)") else { return type }
    return .prefixed("nonisolated(nonsending)", type.without(["nonisolated(nonsending)"]))
  }
}

extension SwiftType {
  /// A type that the symbol graph lacks, after `nonisolated(nonsending)`.
  static let missing = SwiftType.named([])

  fileprivate var isMissing: Bool { base == .missing }

  fileprivate var mayHideClosure: Bool {
    switch self {
    case .function: true
    case .named(let parts): parts.isEmpty || parts.last?.id?.hasSuffix("a") == true
    default: false
    }
  }

  /// Returns the type with an attribute, which follows `nonisolated(nonsending)`.
  fileprivate func adding(_ attribute: String) -> SwiftType {
    let word = "nonisolated(nonsending)"
    guard case .prefixed(word, let type) = self else {
      return .prefixed(attribute, self)
    }
    return .prefixed(word, type.adding(attribute))
  }

  /// The same words and attributes before another type.
  func replacingBase(_ type: SwiftType) -> SwiftType {
    guard case .prefixed(let word, let rest) = self, base != self else { return type }
    return .prefixed(word, rest.replacingBase(type))
  }
}
