// Facts about types that follow from their declarations.
extension TypeResolver {
  /// Returns the class that a class or protocol inherits from.
  func superclass(of type: Declaration) -> Declaration? {
    for case .declared(let parent, _) in parents(of: type)
    where parent.kind == .class || parent.kind == .actor && type.kind == .protocol {
      return parent === type ? nil : parent
    }
    return nil
  }

  /// Returns a class and its superclasses.
  func ancestors(of type: Declaration) -> [Declaration] {
    var found: [Declaration] = []
    var current: Declaration? = type
    while let type = current, !found.contains(where: { $0 === type }) {
      found.append(type)
      current = superclass(of: type)
    }
    return found
  }

  /// Returns an initializer of a class if a subclass inherits none that others can use.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - isPublic: A Boolean value that indicates whether other modules use the subclass.
  func hiddenInitializer(of type: Declaration, isPublic: Bool) -> (text: String, isPrivate: Bool)? {
    for type in ancestors(of: type) {
      let initializers = type.members.filter { $0.kind == .initializer }
      let hidden = initializers.map { ($0.declaration, $0.access(in: type)) }
      if let first = hidden.first {
        let limit: Access = isPublic ? .package : .internal
        return hidden.contains { $0.1 >= limit } ? nil : (first.0, first.1 == .private)
      }
      // The initializer that the compiler adds is internal.
      if isPublic, superclass(of: type) == nil { return ("init()", false) }
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a type or protocol conforms to another, directly or through others.
  func conforms(_ type: Declaration, to name: String) -> Bool {
    family(of: type, withExtensions: true).dropFirst().contains { $0.qualifiedName == name }
  }

  /// Returns the declaration of the type that a name refers to, through aliases.
  private func declaration(_ type: SwiftType) -> Declaration? {
    guard case .named = type, case .named(let parts)? = unaliased(type) else { return nil }
    return parts.last?.declaration
  }

  func isClass(_ type: SwiftType) -> Bool {
    if let found = declaration(type) { return found.kind == .class || found.kind == .actor }
    guard case .named(let parts) = type, case .toolchain = parts.last?.meaning else { return false }
    return parts.last?.name.hasPrefix("NS") == true
  }

  /// Returns a Boolean value that indicates whether all values of the type are objects.
  func isClassBound(_ type: SwiftType) -> Bool {
    switch type {
    case .prefixed("any", let type): return isClassBound(type)
    case .composition(let types): return types.contains(where: isClassBound)
    default:
      guard let found = declaration(type), found.kind == .protocol else { return isClass(type) }
      return found.qualifiedName == "Swift.AnyObject" || found.attributes.contains("@objc")
        || conforms(found, to: "Swift.AnyObject")
    }
  }

  /// Returns a Boolean value that indicates whether the type is known to be `Sendable`.
  func isSendable(_ type: SwiftType) -> Bool {
    switch type.base {
    case .named(let parts):
      guard let found = declaration(type.base), parts.flatMap(\.arguments).allSatisfy(isSendable)
      else { return false }
      return found.kind == .actor || conforms(found, to: "Swift.Sendable")
        || found.kind == .class && found.attributes.contains("@MainActor")
    case .optional(let value), .unwrapped(let value), .array(let value), .variadic(let value),
      .prefixed("any", let value):
      return isSendable(value)
    case .dictionary(let key, let value): return isSendable(key) && isSendable(value)
    case .tuple(let elements): return elements.allSatisfy { isSendable($0.type) }
    case .function: return type.isPrefixed(with: "@Sendable")
    case .composition(let types): return types.contains(where: isSendable)
    default: return false
    }
  }

  /// Returns a Boolean value that indicates whether a name refers to a type that is known to be `Hashable`.
  func isHashable(_ type: SwiftType) -> Bool {
    guard let found = declaration(type) else { return false }
    let isPlain = found.members.allSatisfy { member in
      member.kind != .case || !member.tokens.contains { $0.text == "(" }
    }
    return found.kind == .enum && isPlain || conforms(found, to: "Swift.Hashable")
  }

  /// Returns the name of the first type in a type, except in function types, whose values no call can keep, with the
  /// reason: `File, which is noncopyable`.
  func noncopyable(in type: SwiftType, besides generics: Set<String>) -> String? {
    var found: String?
    _ = type.replacing { part in
      if case .function = part { return part }
      guard found == nil, case .named(let parts) = part, let first = parts.first else { return nil }
      if generics.contains(first.name), parts.count == 1 || parts[1].name == "Type" {
        found = "\(first.name), which is noncopyable"
      }
      for name in ["Copyable", "Escapable"] where parts.contains(where: { inverts(name, $0) }) {
        found = "\(part.text), which is non\(name.lowercased())"
      }
      return nil
    }
    return found
  }

  /// Returns a Boolean value that indicates whether a type is `~Copyable` or `~Escapable`.
  private func inverts(_ name: String, _ part: SwiftType.Part) -> Bool {
    guard let type = part.declaration, type.inherited.contains(.prefixed("~", .name(name))) else {
      return false
    }
    // An extension makes it copyable for some arguments.
    return !index.extensions(of: type).contains { $0.inherited.contains(.name(name)) }
  }
}
