/// The values that all members of one fake share.
final class FakeContext {
  let model: ProtocolModel
  let kind: FakeKind
  let style: FakeStyle
  let resolver: TypeResolver
  let names: IDNames
  /// The task-local that static members forward to.
  let current: String

  init(
    model: ProtocolModel, kind: FakeKind, style: FakeStyle, resolver: TypeResolver, names: IDNames,
    current: String
  ) {
    self.model = model
    self.kind = kind
    self.style = style
    self.resolver = resolver
    self.names = names
    self.current = current
  }

  /// The type whose current instance responds to static members, if the fake has no current instance. A generic type
  /// has no static storage, and an isolated instance cannot be used from elsewhere.
  var companion: String? {
    let statics = model.requirements.filter(\.usesCurrent)
    let isElsewhere = model.globalActor != nil && statics.contains(where: isNonisolated)
    guard !statics.isEmpty, !model.generics.isEmpty || isElsewhere else { return nil }
    return model.fakeName + "Statics"
  }

  /// The type whose current instance responds to initializers.
  var maker: String {
    let names = model.requirements.map(\.name) + model.associatedTypes.map(\.name)
    return names.contains("Maker") ? model.fakeName + "Maker" : "Maker"
  }

  /// Returns the value that responds to a member, followed by a dot, or nothing for the fake itself.
  func receiver(in requirement: Requirement) -> String {
    guard requirement.isStatic else { return requirement.hidesHandleCall ? "self." : "" }
    if let companion { return companion + ".current." }
    let isShadowed = requirement.parameters.contains { $0.name == current }
    return (isShadowed ? "Self." : "") + current + "."
  }

  /// Returns the replacements for types that the IDs of a requirement cannot name.
  func erasure(for requirement: Requirement) -> Erasure {
    guard requirement.usesCurrent, companion != nil else {
      return Erasure(requirement.generics, resolver: resolver)
    }
    let types = model.generics.map { type in
      Generic(name: type.name, isPack: false, constraints: type.constraints)
    }
    let own = ["Self", model.fakeName].map { Generic(name: $0, isPack: false) }
    return Erasure(requirement.generics + types + own, resolver: resolver)
  }

  /// Returns a Boolean value that indicates whether values of the type are known to be `Hashable`.
  func isHashable(_ type: SwiftType, in requirement: Requirement) -> Bool {
    switch type.base {
    case .named(let parts):
      if let constraints = constraints(of: type, in: requirement) {
        return constraints.contains { $0.text == "Hashable" }
      }
      return parts.last.map(resolver.isHashable) ?? false
    case .optional(let value), .array(let value): return isHashable(value, in: requirement)
    default: return false
    }
  }

  /// Returns a Boolean value that indicates whether values of the type are known to be `Sendable`.
  func isSendable(_ type: SwiftType, in requirement: Requirement) -> Bool {
    if let constraints = constraints(of: type, in: requirement) {
      return constraints.contains { $0.mentions(["Sendable"]) }
    }
    return type.isVoid || resolver.isSendable(type)
  }

  /// Returns the constraints of a generic parameter. `nil` for other types.
  private func constraints(of type: SwiftType, in requirement: Requirement) -> [SwiftType]? {
    guard case .named(let parts) = type.base, parts.count == 1 else { return nil }
    let name = parts[0].name
    return requirement.generics.first { $0.name == name }?.constraints
      ?? model.generics.first { $0.name == name }?.constraints
  }

  /// A Boolean value that indicates whether IDs are marked as `nonisolated`.
  var isIsolated: Bool { kind == .actor || model.globalActor != nil || isSubclassOfMainActor }

  /// A Boolean value that indicates whether the superclass isolates the fake to the main actor.
  private var isSubclassOfMainActor: Bool {
    superclass?.attributes.contains("@MainActor") == true
  }

  private var superclass: Declaration? { model.superclass }

  /// A Boolean value that indicates whether the fake is a `Sendable` subclass of a class that the
  /// compiler cannot check.
  var isUncheckedSendable: Bool {
    superclass.map {
      !isSubclassOfMainActor
        && [$0, model.type].contains { resolver.conforms($0, to: "Swift.Sendable") }
    } ?? false
  }

  /// Returns the name of a type of the standard library in the file of the fake.
  func standardName(_ name: String) -> String {
    model.associatedTypes.contains { $0.name == name }
      ? "Swift." + name : resolver.standardName(name)
  }

  /// The word for the access of the fake, followed by a space.
  var access: String { style.isPublic ? model.type.access.word + " " : "" }

  /// A Boolean value that indicates whether unstubbed methods without a result do nothing.
  var isVoidSilent: Bool { style.voidMethods == .silent }

  /// Returns the attributes and modifiers of a member, followed by a space.
  func words(for requirement: Requirement) -> String {
    var words = requirement.attributes.filter { $0 != model.globalActor }
    // A fake can be created and torn down from any isolation.
    let isMade = requirement.isInitializer && requirement.parameters.isEmpty
    if requirement.isTearDown || isMade {
      words = words.map { $0.isGlobalActor ? "nonisolated" : $0 }
    }
    let hasActor = words.contains(where: \.isGlobalActor)
    let hasIsolation =
      hasActor || words.contains { $0.hasPrefix("nonisolated") || $0 == "@concurrent" }
      || requirement.parameters.contains { $0.type.isPrefixed(with: "isolated") }
    if requirement.isStatic {
      if model.globalActor != nil, isNonisolated(requirement), !hasIsolation {
        words.append("nonisolated")
      }
      words.append("static")
    } else if isNonisolated(requirement), !hasIsolation,
      kind != .actor || !requirement.isInitializer
    {
      words.append(mayKeepIsolation(requirement) ? "nonisolated(nonsending)" : "nonisolated")
    }
    if model.isObject, requirement.kind == .initializer(""), requirement.parameters.isEmpty {
      words.append("override")
    }
    let attributes = words.filter { $0.hasPrefix("@") }
    let modifiers = words.filter { !$0.hasPrefix("@") }
    return attributes.map { $0 + " " }.joined() + access + modifiers.map { $0 + " " }.joined()
  }

  /// Returns the signature of a member.
  func signature(
    _ requirement: Requirement, name: String, parameters: [String]?, result: String = ""
  ) -> Signature {
    Signature(
      words: words(for: requirement), name: name, parameters: parameters,
      effects: requirement.kind == .property || requirement.kind == .subscript
        ? Effects() : requirement.effects,
      result: result, conditions: requirement.conditions)
  }

  /// Returns a Boolean value that indicates whether a member of an actor is nonisolated. An isolated member can't meet
  /// a requirement that other types also meet.
  private func isNonisolated(_ requirement: Requirement) -> Bool {
    if kind == .actor, !requirement.isOfActor { return true }
    if isIsolated, requirement.isTearDown { return true }
    // Members of an isolated protocol state the isolation. Those of its parents don't.
    return requirement.isNonisolated || (model.globalActor != nil && requirement.globalActor == nil)
  }

  /// Returns a Boolean value that indicates whether callers may pass a value that must stay in their isolation to a
  /// member of an actor. With `NonisolatedNonsendingByDefault`, the requirement allows that, and the tests may lack the
  /// flag.
  private func mayKeepIsolation(_ requirement: Requirement) -> Bool {
    #if compiler(>=6.2)
      let types = requirement.parameters.map(\.type) + [requirement.result]
      return kind == .actor && requirement.effects.isAsync
        && !types.allSatisfy { isSendable($0, in: requirement) }
    #else
      return false
    #endif
  }

  /// Returns a Boolean value that indicates whether some systems that have the protocol don't have the requirement.
  func isNewer(_ requirement: Requirement) -> Bool {
    requirement.availability.isNewer(than: model.type.availability)
  }

  /// Returns a type with the name of the fake for `Self`.
  func named(_ type: SwiftType) -> SwiftType {
    type.replacing { part in
      guard case .named(var parts) = part, parts.first?.name == "Self" else { return nil }
      parts[0] = SwiftType.Part(name: model.fakeName)
      return .named(parts)
    }
  }

  /// Returns a type for a declaration of the fake. Only a struct can use `Self` everywhere.
  func declared(_ type: SwiftType) -> SwiftType { kind == .struct ? type : named(type) }

  /// Returns a requirement whose generic parameters don't mention `Self` if the fake cannot use it there.
  func declared(_ requirement: Requirement) -> Requirement {
    requirement.replacingConstraints(declared)
  }

  /// Returns a type for an ID, without ownership, labels, and generic parameters.
  func plain(_ type: SwiftType, _ erasure: Erasure, isResult: Bool = false) -> SwiftType {
    let words: Set = [
      "inout", "borrowing", "consuming", "__owned", "__shared", "sending", "isolated", "_const",
      "@autoclosure",
    ]
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
    case .type(let error) where error.mentions(erasure.names): effects.throwing = .never
    case .type(let error) where error.text == "Never": effects.throwing = .never
    case .type(let error) where error.text == "any Error": effects.throwing = .any
    default: break
    }
    return effects
  }
}

/// One member of a fake, with its IDs.
struct FakeMember {
  struct ID {
    let name: IDNames.Name
    let signature: SwiftType.Function

    init(
      _ name: IDNames.Name, _ parameters: [SwiftType], _ effects: Effects, result: SwiftType
    ) {
      self.name = name
      signature = .init(
        parameters: parameters.map { .init(label: nil, type: $0) }, effects: effects,
        result: result)
    }

    /// Returns the declaration: `let send: FunctionID<(String) -> Int, Throws> = "send(_:)"`.
    func lines(_ words: String, _ availability: [String] = [], indent: Int = 2) -> [String] {
      let margin = Layout.spaces(indent)
      // A stored property cannot be newer than its type, but a computed one can.
      let isComputed = !availability.isEmpty
      let start = "\(margin)\(words)\(isComputed ? "var" : "let") \(name.identifier.escaped):"
      let type = signature.idText
      let label = "\"\(name.label.replacing("\"", with: "\\\""))\""
      let end = isComputed ? " { \(label) }" : " = \(label)"
      let attributes = availability.map { margin + $0 }
      if Layout.fits("\(start) \(type)\(end)") { return attributes + ["\(start) \(type)\(end)"] }
      if !isComputed, Layout.fits("\(start) \(type) =") {
        return ["\(start) \(type) =", "\(margin)  \(label)"]
      }
      return attributes + [start] + Layout.broken(type, indent: indent + 2, end: end)
    }
  }

  var ids: [ID] = []
  /// The declaration, indented as a member.
  var lines: [String] = []
  /// A property that keeps the last value, indented as a member.
  var stored: [String] = []
  /// Assumptions about closures, for a comment above the member.
  var guesses: [String] = []
  /// Facts for the output of the command.
  var notes: [String] = []
  /// The conditions of `#if` around the member.
  var compilation: [CompilationCondition] = []
  /// The `@available` attribute of a member that is newer than its protocol.
  var availability: [String] = []
}
// The type of an ID.
extension SwiftType.Function {
  /// `FunctionID<(String) -> Int, Throws>`
  var idText: String {
    var signature = self
    signature.effects = Effects()
    return "FunctionID<\(signature.text), \(effects.idText)>"
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
  /// `[Int].self`, in parentheses if the type needs them.
  var metatype: String {
    switch self {
    case .function, .prefixed, .composition: "(\(text)).self"
    default: "\(text).self"
    }
  }
}
