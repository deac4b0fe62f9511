/// The values that all members of one fake share.
final class FakeContext {
  let model: ProtocolModel
  let isPublic: Bool
  let resolver: TypeResolver
  let names: IDNames

  init(_ model: ProtocolModel, isPublic: Bool, _ resolver: TypeResolver) {
    (self.model, self.isPublic, self.resolver) = (model, isPublic, resolver)
    names = IDNames(of: model.requirements)
  }

  /// The word for the access of the fake, followed by a space.
  var access: String {
    if !isPublic { return "" }
    return model.isSubclass ? "public " : model.type.access.word + " "
  }

  /// The type whose current instance responds to static members and initializers.
  var statics: String { model.fakeName + "Statics" }

  /// Returns the replacements for types that the IDs of a requirement cannot name. Outside of a generic fake, no ID can
  /// name its parameters.
  func erasure(for requirement: Requirement) -> Erasure {
    guard requirement.isOfStatics, !model.generics.isEmpty else {
      return Erasure(requirement.generics, resolver: resolver)
    }
    let types = model.generics.map { Generic(name: $0.name, constraints: $0.constraints) }
    let own = ["Self", model.fakeName].map { Generic(name: $0) }
    return Erasure(requirement.generics + types + own, resolver: resolver)
  }

  /// Returns a Boolean value that indicates whether values of the type are known to be `Hashable`.
  func isHashable(_ type: SwiftType, in requirement: Requirement) -> Bool {
    switch type.base {
    case .named:
      constraints(of: type, in: requirement).map { $0.contains { $0.text == "Hashable" } }
        ?? resolver.isHashable(type.base)
    case .optional(let value), .array(let value): isHashable(value, in: requirement)
    default: false
    }
  }

  /// Returns a Boolean value that indicates whether values of the type are known to be `Sendable`.
  func isSendable(_ type: SwiftType, in requirement: Requirement) -> Bool {
    constraints(of: type, in: requirement).map { $0.contains { $0.mentions(["Sendable"]) } }
      ?? (type.isVoid || resolver.isSendable(type))
  }

  /// Returns the constraints of a generic parameter. `nil` for other types.
  private func constraints(of type: SwiftType, in requirement: Requirement) -> [SwiftType]? {
    guard let name = type.base.plainName else { return nil }
    return requirement.generics.first { $0.name == name }?.constraints
      ?? model.generics.first { $0.name == name }?.constraints
  }

  /// A Boolean value that indicates whether IDs are marked as `nonisolated`.
  var isIsolated: Bool {
    model.kind == .actor || model.globalActor != nil
      || model.superclass?.attributes.contains("@MainActor") == true
  }

  /// Returns the attributes and modifiers of a member, followed by a space.
  func words(for requirement: Requirement) -> String {
    var words = requirement.attributes.filter { $0 != model.globalActor }
    // A fake can be created and torn down from any isolation.
    if requirement.isTearDown || requirement.isInitializer && requirement.parameters.isEmpty {
      words = words.map { $0.isGlobalActor ? "nonisolated" : $0 }
    }
    let hasIsolation =
      words.contains(where: \.statesIsolation)
      || requirement.parameters.contains { $0.type.isPrefixed(with: "isolated") }
    let isIgnored =
      requirement.isStatic
      ? model.globalActor == nil : model.kind == .actor && requirement.isInitializer
    if model.isNonisolated(requirement), !hasIsolation, !isIgnored { words.append("nonisolated") }
    if requirement.isStatic { words.append("static") }
    let isOfObject =
      model.isObject && requirement.kind == .initializer("") && requirement.parameters.isEmpty
    if isOfObject || model.isSubclass { words.append("override") }
    let attributes = words.filter { $0.hasPrefix("@") }
    return attributes.map { $0 + " " }.joined() + access
      + words.filter { !$0.hasPrefix("@") }.map { $0 + " " }.joined()
  }

  /// Returns a type with the name of the fake for `Self`.
  func named(_ type: SwiftType) -> SwiftType {
    type.replacing { part in
      guard case .named(let parts) = part, parts[0].name == "Self" else { return nil }
      return .named([SwiftType.Part(name: model.fakeName)] + parts.dropFirst())
    }
  }

  /// Returns a type for a declaration of the fake. Only a struct can use `Self` everywhere.
  func declared(_ type: SwiftType) -> SwiftType { model.kind == .struct ? type : named(type) }

  /// Returns a type for an ID, without ownership, labels, and generic parameters.
  func plain(_ type: SwiftType, _ erasure: Erasure, isResult: Bool = false) -> SwiftType {
    let words = SwiftType.ownership.union([
      "inout", "sending", "isolated", "_const", "@autoclosure",
    ])
    var type = named(type).without(words)
    if case .unwrapped(let value) = type { type = .optional(value) }
    if case .variadic(let element) = type { type = .array(element) }
    if type.isPrefixed(with: "repeat") { return .array(.any) }
    // A single `Void` parameter would mean no parameter.
    if type.isVoid { return .void }
    return isResult ? erasure.erasedResult(type) : erasure.erased(type)
  }

  /// Returns the type of a value as a parameter of an ID. A closure in an argument escapes.
  func argument(_ type: SwiftType) -> SwiftType {
    resolver.function(type) == nil ? type : .prefixed("@escaping", type)
  }

  /// Returns the effects of an ID: those of the method that don't come from its closures.
  func effects(of requirement: Requirement, _ erasure: Erasure) -> Effects {
    var effects = requirement.effects
    switch effects.throwing {
    // Swift 6.3 warns about a lone `await` in a method that rethrows.
    case .rethrowing: effects = Effects()
    case .type(let error) where error.text == "Never" || error.mentions(erasure.names):
      effects.throwing = .never
    case .type(let error) where error.text == "any Error": effects.throwing = .any
    default: break
    }
    return effects
  }
}

/// One member of a fake, with its IDs.
struct FakeMember {
  /// The requirement that it meets. `nil` for a member that no protocol requires.
  let requirement: Requirement?
  /// The IDs, with types such as `FunctionID<(String) -> Int, Throws>`.
  private var ids: [(name: IDNames.Name, type: String)] = []
  /// The declaration, indented as a member.
  var lines: [String] = []
  /// A property that keeps the last value, indented as a member.
  var stored: [String] = []
  /// Assumptions about closures, for a comment above the member.
  var guesses: [String] = []
  /// Facts for the output of the command.
  var notes: [String] = []

  /// Creates a member for a requirement, or one that no protocol requires.
  init(for requirement: Requirement? = nil) { self.requirement = requirement }

  private var head: Head { requirement?.head ?? Head() }
  /// The conditions of `#if` around the member.
  var compilation: [String] { head.compilation }
  /// The `@available` attributes of a member that is newer than its protocol.
  var availability: [String] { head.attributes.introductions }
  /// The attributes of a deprecated member.
  var deprecations: [String] { head.attributes.deprecations }

  /// Adds an ID.
  mutating func add(
    _ name: IDNames.Name, _ parameters: [SwiftType], _ effects: Effects = Effects(),
    result: SwiftType = .void
  ) {
    let signature = SwiftType.Function(
      parameters: parameters.map { .init(type: $0) }, effects: Effects(), result: result)
    ids.append((name, "FunctionID<\(signature.text), \(effects.idText)>"))
  }

  /// Returns the lines with the IDs and the stored property.
  func storage(_ words: String) -> [String] {
    let lines = ids.flatMap { declaration(of: $0.name, $0.type, words) }
    return Layout.conditional(lines + stored, compilation)
  }

  /// Returns the declaration of an ID: `let send: FunctionID<(String) -> Int, Throws> = "send(_:)"`.
  private func declaration(of name: IDNames.Name, _ type: String, _ words: String) -> [String] {
    let start = "  \(words)\(availability.isEmpty ? "let" : "var") \(name.identifier.escaped):"
    let label = "\"\(name.label.replacing("\"", with: "\\\""))\""
    // A stored property cannot be newer than its type, but a computed one can.
    if !availability.isEmpty {
      return availability.map { "  " + $0 } + ["\(start) \(type) { \(label) }"]
    }
    let line = "\(start) \(type) ="
    if Layout.fits("\(line) \(label)") { return ["\(line) \(label)"] }
    if Layout.fits(line) { return [line, "    \(label)"] }
    return [start] + Layout.wrapped("    \(type) = \(label)")
  }
}

extension Effects {
  /// The second parameter of the ID: `Throws`, or `AsyncThrowsOnly<StoreError>`.
  fileprivate var idText: String {
    let start = isAsync ? "Async" : ""
    switch throwing {
    case .never, .rethrowing: return start + "Returns"
    case .any: return start + "Throws"
    case .type(let error): return start + "ThrowsOnly<\(error.text)>"
    }
  }
}

extension SwiftType {
  /// The words for the ownership of a parameter.
  static let ownership: Set = ["borrowing", "consuming", "__owned", "__shared"]

  /// `[Int].self`, in parentheses if the type needs them.
  var metatype: String {
    switch self {
    case .function, .prefixed, .composition: "(\(text)).self"
    default: "\(text).self"
    }
  }
}

extension Requirement {
  /// A Boolean value that indicates whether the responses do not come from an instance of the fake.
  var isOfStatics: Bool {
    if case .operator = kind { return !parameters.contains { $0.type.base == .name("Self") } }
    return isStatic || isInitializer
  }
}

extension ProtocolModel {
  /// Returns a Boolean value that indicates whether a member is nonisolated. An isolated member of an actor can't meet a
  /// requirement that other types also meet.
  func isNonisolated(_ requirement: Requirement) -> Bool {
    if kind == .actor, !requirement.isOfActor || requirement.isTearDown { return true }
    // Members of an isolated protocol state the isolation. Those of its parents don't.
    return requirement.isNonisolated
      || globalActor != nil && (requirement.globalActor == nil || requirement.isTearDown)
  }
}
