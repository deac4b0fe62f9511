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
    var (known, open) = (Set([ObjectIdentifier(type)]), [type])
    while let next = open.popLast() {
      for parent in ([next] + index.extensions(of: next)).flatMap(parents) {
        switch parent {
        case .declared(let found, _):
          if found.qualifiedName == name { return true }
          if known.insert(ObjectIdentifier(found)).inserted { open.append(found) }
        case .unknown: continue
        }
      }
    }
    return false
  }

  func isClass(_ type: SwiftType) -> Bool {
    guard case .named(let parts) = type, let last = parts.last else { return false }
    switch last.meaning {
    case .declared(let found):
      if found.isAlias { return target(of: found, arguments: last.arguments).map(isClass) ?? false }
      return found.kind == .class || found.kind == .actor
    case .toolchain: return last.name.hasPrefix("NS")
    default: return false
    }
  }

  /// Returns a Boolean value that indicates whether all values of the type are objects.
  func isClassBound(_ type: SwiftType) -> Bool {
    switch type {
    case .prefixed("any", let type): return isClassBound(type)
    case .composition(let types): return types.contains(where: isClassBound)
    case .named(let parts):
      guard let last = parts.last else { return false }
      switch last.meaning {
      case .declared(let found) where found.kind == .protocol:
        return found.qualifiedName == "Swift.AnyObject" || conforms(found, to: "Swift.AnyObject")
          || found.attributes.contains("@objc")
      default: return isClass(type)
      }
    default: return false
    }
  }

  /// Returns a Boolean value that indicates whether the type is known to be `Sendable`.
  func isSendable(_ type: SwiftType) -> Bool { isSendable(type, known: []) }

  private func isSendable(_ type: SwiftType, known: Set<ObjectIdentifier>) -> Bool {
    switch type.base {
    case .named(let parts):
      guard let last = parts.last,
        parts.flatMap(\.arguments).allSatisfy({ isSendable($0, known: known) })
      else { return false }
      switch last.meaning {
      case .declared(let found):
        if known.contains(ObjectIdentifier(found)) { return true }
        let known = known.union([ObjectIdentifier(found)])
        if found.isAlias {
          return target(of: found, arguments: last.arguments).map { isSendable($0, known: known) }
            ?? false
        }
        return isSendable(found, known: known)
      default: return false
      }
    case .optional(let value), .unwrapped(let value), .array(let value), .variadic(let value):
      return isSendable(value, known: known)
    case .dictionary(let key, let value):
      return isSendable(key, known: known) && isSendable(value, known: known)
    case .tuple(let elements): return elements.allSatisfy { isSendable($0.type, known: known) }
    case .function: return type.isPrefixed(with: "@Sendable")
    case .prefixed("any", let type): return isSendable(type, known: known)
    case .composition(let types): return types.contains { isSendable($0, known: known) }
    default: return false
    }
  }

  private func isSendable(_ type: Declaration, known: Set<ObjectIdentifier>) -> Bool {
    if type.kind == .actor || conforms(type, to: "Swift.Sendable") { return true }
    // The compiler infers the conformance of types that are not public.
    guard type.kind == .struct || type.kind == .enum, type.access < .public || type.isFrozen,
      type.generics.isEmpty
    else { return type.kind == .class && type.attributes.contains("@MainActor") }
    return type.storedTypes.allSatisfy {
      isSendable(bound($0, in: Scope(declaration: type)), known: known)
    }
  }

  /// Returns a Boolean value that indicates whether a name refers to a type that is known to be `Hashable`.
  func isHashable(_ part: SwiftType.Part) -> Bool {
    switch part.meaning {
    case .declared(let type):
      if type.isAlias {
        guard case .named(let parts)? = target(of: type, arguments: []) else { return false }
        return parts.last.map(isHashable) ?? false
      }
      if type.kind == .enum, type.members.allSatisfy({ $0.kind != .case || !$0.hasPayload }) {
        return true
      }
      return conforms(type, to: "Swift.Hashable")
    default: return false
    }
  }

  /// Returns the name of the first type in a type, except in function types, whose values no call can keep, with the
  /// reason: `File, which is noncopyable`.
  func noncopyable(in type: SwiftType, besides generics: Set<String>) -> String? {
    var name: String?
    var isNonescapable = false
    _ = type.replacing { part in
      if case .function = part { return part }
      guard name == nil, case .named(let parts) = part, let first = parts.first else { return nil }
      if generics.contains(first.name), parts.count == 1 || parts[1].name == "Type" {
        name = first.name
      }
      if parts.contains(where: { inverts("Copyable", $0) || inverts("Escapable", $0) }) {
        name = part.text
        isNonescapable = parts.contains { inverts("Escapable", $0) }
      }
      return nil
    }
    return name.map { "\($0), which is \(isNonescapable ? "nonescapable" : "noncopyable")" }
  }

  /// Returns a Boolean value that indicates whether a type is `~Copyable` or `~Escapable`.
  private func inverts(_ name: String, _ part: SwiftType.Part) -> Bool {
    guard case .declared(let type) = part.meaning,
      type.inherited.contains(.prefixed("~", .name(name)))
    else { return false }
    // An extension makes it copyable for some arguments.
    return !index.extensions(of: type).contains { $0.inherited.contains(.name(name)) }
  }

  /// Returns a Boolean value that indicates whether every conforming type has a member from an extension of one of the
  /// protocols.
  func hasDefault(_ requirement: Requirement, in protocols: [Declaration]) -> Bool {
    protocols.flatMap(index.extensions).filter { $0.conditions.isEmpty }.contains { type in
      type.members.contains { member in
        guard member.name == requirement.name, member.isStatic == requirement.isStatic,
          let found = try? Requirement(member)
        else { return false }
        return found.fullName == requirement.fullName
          && found.parameters.map(\.type.text) == requirement.parameters.map(\.sourceType)
      }
    }
  }

  /// Returns a Boolean value that indicates whether an extension of one of the protocols has a member with the name.
  func isExtended(_ protocols: [Declaration], with name: String) -> Bool {
    protocols.flatMap(index.extensions).contains { type in
      type.members.contains { member in
        member.kind == .function && name.hasPrefix(member.name + "(")
          && (try? Requirement(member))?.fullName == name
      }
    }
  }
}

extension Declaration {
  fileprivate var isFrozen: Bool { attributes.contains("@frozen") }

  /// The types of the stored properties or of the payloads of the cases.
  fileprivate var storedTypes: [SwiftType] {
    members.flatMap { member -> [SwiftType] in
      switch member.kind {
      case .variable, .constant:
        guard !member.isStatic, let property = try? Property(member), property.isStored else {
          return []
        }
        return [property.type]
      case .case: return member.payload
      default: return []
      }
    }
  }
}

extension Member {
  fileprivate var hasPayload: Bool { tokens.contains { $0.text == "(" } }

  /// The types in the parentheses of a `case`.
  fileprivate var payload: [SwiftType] {
    var reader = TokenReader(tokens)
    var types: [SwiftType] = []
    while let word = reader.peek() {
      if word == "(" {
        guard let type = try? reader.type() else { return [.name("Unknown")] }
        types.append(type)
      } else {
        reader.skip()
      }
    }
    return types
  }
}

/// A property of a struct or class.
struct Property {
  let name: String
  let type: SwiftType
  let isConstant: Bool
  let isStored: Bool

  /// Reads a property.
  ///
  /// - Throws: `TokenReader.Unreadable` if its type is not stated or not obvious from its value.
  init(_ member: Member) throws {
    var reader = TokenReader(member.tokens)
    isConstant = try reader.next() == "let"
    name = try reader.name()
    if reader.take(":") {
      type = try reader.type()
    } else {
      try reader.expect("=")
      type = try Property.type(ofValue: &reader)
    }
    var accessors = ""
    if reader.take("{") { accessors = reader.peek() ?? "" }
    isStored = accessors.isEmpty || ["willSet", "didSet"].contains(accessors)
  }

  /// Returns the type of a literal.
  private static func type(ofValue reader: inout TokenReader) throws -> SwiftType {
    let value = try reader.next()
    let isNegative = value == "-"
    let first = isNegative ? reader.peek()?.first : value.first
    if value == "true" || value == "false" { return .name("Bool") }
    if first == "\"" || value.hasPrefix("#\"") { return .name("String") }
    guard first?.isNumber == true else { throw TokenReader.Unreadable(rest: value) }
    if isNegative { reader.skip() }
    return .name(reader.peek() == "." ? "Double" : "Int")
  }
}
