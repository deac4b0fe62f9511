/// Replaces the generic parameters of a method in the types of its ID, which can't be generic.
struct Erasure {
  /// The type for each generic parameter: `any Encodable`, a class, or `Any`.
  private let existentials: [String: SwiftType]
  /// The generic parameters whose values cannot be copied.
  let noncopyable: Set<String>
  private let resolver: TypeResolver

  var names: Set<String> { Set(existentials.keys) }

  init(_ generics: [Generic], resolver: TypeResolver) {
    self.resolver = resolver
    let names = generics.map(\.name)
    noncopyable = Set(
      generics.filter { $0.constraints.contains { $0.text.hasPrefix("~") } }.map(\.name))
    existentials = Dictionary(
      generics.map { ($0.name, Erasure.existential($0, among: names, resolver)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func existential(
    _ generic: Generic, among names: [String], _ resolver: TypeResolver
  ) -> SwiftType {
    var types: [SwiftType] = []
    for constraint in generic.constraints.flatMap(\.members) {
      // A constraint that mentions another parameter has no arguments. A class needs them.
      guard case .named(var parts) = constraint else { continue }
      if constraint.mentions(names) {
        if resolver.isClass(constraint) { continue }
        parts[parts.count - 1].arguments = []
      }
      types.add([.named(parts)])
    }
    guard let first = types.first else { return .any }
    if types.count > 1 { return .prefixed("any", .composition(types)) }
    if first.text == "AnyObject" || resolver.isClass(first) { return first }
    return .prefixed("any", first)
  }

  /// Returns a Boolean value that indicates whether the type differs between calls.
  func isNeeded(for type: SwiftType) -> Bool {
    type.mentions(names) || type.contains { $0.isPrefixed(with: "some") }
  }

  /// Returns a type to which values convert implicitly: `Any` if there is no more specific one.
  func erased(_ type: SwiftType) -> SwiftType {
    guard isNeeded(for: type) else { return type }
    switch type {
    case .named(let parts) where parts.count == 1 && parts[0].arguments.isEmpty:
      return existentials[parts[0].name] ?? .any
    case .named(let parts) where parts.count == 2 && parts[1].name == "Type":
      return metatype(existentials[parts[0].name] ?? .any)
    case .prefixed("some", let type):
      if resolver.isClass(type) { return isNeeded(for: type) ? .any : type }
      return .prefixed("any", withoutOpenArguments(type))
    case .optional(let type): return .optional(erased(type))
    case .array(let element): return .array(erased(element))
    case .dictionary(let key, let value):
      return isNeeded(for: key) ? .any : .dictionary(key, erased(value))
    default: return .any
    }
  }

  /// Returns a constraint without arguments that differ between calls.
  private func withoutOpenArguments(_ constraint: SwiftType) -> SwiftType {
    switch constraint {
    case .named(var parts) where isNeeded(for: constraint):
      parts[parts.count - 1].arguments = []
      return .named(parts)
    case .composition(let types): return .composition(types.map(withoutOpenArguments))
    default: return constraint
    }
  }

  /// Returns the type for a result. The parameter `as:` converts the elements of a tuple, too.
  func erasedResult(_ type: SwiftType) -> SwiftType {
    guard case .tuple(let elements) = type, isNeeded(for: type), !elements.isEmpty,
      !elements.contains(where: { $0.type.isPrefixed(with: "repeat") })
    else { return erased(type) }
    return .tuple(elements.map { .init(label: $0.label, type: erased($0.type)) })
  }

  private func metatype(_ type: SwiftType) -> SwiftType {
    if case .prefixed(let word, let type) = type { return .prefixed(word, metatype(type)) }
    return type.appending(.init(name: "Type"))
  }
}
