/// What the writers of single members share.
final class FakeContext {
  let model: ProtocolModel
  let kind: FakeKind
  let style: FakeStyle
  let resolver: TypeResolver
  let noncopyable: NoncopyableTypes
  let names: IDNames
  /// The task-local that static members forward to.
  let current: String

  init(
    model: ProtocolModel, kind: FakeKind, style: FakeStyle, resolver: TypeResolver,
    noncopyable: NoncopyableTypes, names: IDNames, current: String
  ) {
    self.model = model
    self.kind = kind
    self.style = style
    self.resolver = resolver
    self.noncopyable = noncopyable
    self.names = names
    self.current = current
  }

  /// The type that static members forward to where the fake cannot keep an instance for a task: a
  /// generic type has no static storage, and an isolated one cannot be asked from elsewhere.
  var companion: String? {
    let statics = model.requirements.filter(\.usesCurrent)
    let isElsewhere = model.globalActor != nil && statics.contains(where: isNonisolated)
    guard !statics.isEmpty, !model.generics.isEmpty || isElsewhere else { return nil }
    return model.fakeName + "Statics"
  }

  /// The type whose functions stand for initializers.
  var maker: String {
    let names = model.requirements.map(\.name) + model.associatedTypes.map(\.name)
    return names.contains("Maker") ? model.fakeName + "Maker" : "Maker"
  }

  /// What `handleCall` is a method of in a static member, with a dot.
  func staticReceiver(in requirement: Requirement) -> String {
    if let companion { return companion + ".current." }
    let isShadowed = requirement.parameters.contains { $0.name == current }
    return (isShadowed ? "Self." : "") + current + "."
  }

  /// What the IDs of a requirement cannot name.
  func erasure(for requirement: Requirement) -> Erasure {
    guard requirement.usesCurrent, companion != nil else {
      return Erasure(requirement.generics, resolver: resolver)
    }
    let types = model.generics.map { type in
      Requirement.Generic(name: type.name, isPack: false, constraints: type.constraints)
    }
    let own = ["Self", model.fakeName].map { Requirement.Generic(name: $0, isPack: false) }
    return Erasure(requirement.generics + types + own, resolver: resolver)
  }

  /// Whether it is known that values of the type can be keys.
  func isHashable(_ type: SwiftType, in requirement: Requirement) -> Bool {
    switch type.base {
    case .named(let parts):
      guard parts.count == 1, let id = parts[0].id else { return false }
      let constraints =
        requirement.generics.first { $0.name == parts[0].name }?.constraints
        ?? model.generics.first { $0.name == parts[0].name }?.constraints
      if let constraints { return constraints.contains { $0.text == "Hashable" } }
      return resolver.isHashable(id)
    case .optional(let value), .array(let value): return isHashable(value, in: requirement)
    default: return false
    }
  }

  /// Whether an ID has to say that it belongs to no actor.
  var isIsolated: Bool { kind == .actor || model.globalActor != nil }

  /// The word for who sees the fake, with a space behind it.
  var access: String { style.isPublic ? model.symbol.access + " " : "" }

  /// Whether the fake answers a method without a result where no test stubs it.
  var isVoidSilent: Bool { style.voidMethods == .silent }

  /// Words before the declaration of a member, with a space behind them.
  func words(for requirement: Requirement) -> String {
    var words = requirement.attributes.filter { $0 != model.globalActor }
    // Every fake has a `tearDown()` and can be made, wherever that is.
    let isMade = isInitializer(requirement) && requirement.parameters.isEmpty
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
      kind != .actor || !isInitializer(requirement)
    {
      words.append("nonisolated")
    }
    if model.isObject, requirement.kind == .initializer(""), requirement.parameters.isEmpty {
      words.append("override")
    }
    let attributes = words.filter { $0.hasPrefix("@") }
    let modifiers = words.filter { !$0.hasPrefix("@") }
    return attributes.map { $0 + " " }.joined() + access + modifiers.map { $0 + " " }.joined()
  }

  /// What a protocol requires of all types, an actor cannot meet with an isolated member.
  private func isNonisolated(_ requirement: Requirement) -> Bool {
    if kind == .actor, !requirement.isOfActor { return true }
    if isIsolated, requirement.isTearDown { return true }
    // The members of an isolated protocol say that they are isolated; those of its parents do not.
    return requirement.isNonisolated || (model.globalActor != nil && requirement.globalActor == nil)
  }

  private func isInitializer(_ requirement: Requirement) -> Bool {
    if case .initializer = requirement.kind { true } else { false }
  }

  /// `Self` as the name of the fake.
  func named(_ type: SwiftType) -> SwiftType {
    type.replacing { part in
      guard case .named(var parts) = part, parts[0].name == "Self" else { return nil }
      parts[0] = SwiftType.Part(name: model.fakeName)
      return .named(parts)
    }
  }

  /// As a declaration of the fake has it; only a struct can say `Self` everywhere.
  func declared(_ type: SwiftType) -> SwiftType { kind == .struct ? type : named(type) }

  /// As an ID has it, which knows nothing of ownership, labels and generic parameters.
  func plain(_ type: SwiftType, _ erasure: Erasure, isResult: Bool = false) -> SwiftType {
    let words: Set = [
      "inout", "borrowing", "consuming", "__owned", "__shared", "sending", "isolated", "_const",
      "@autoclosure",
    ]
    var type = named(type).without(words)
    if case .unwrapped(let value) = type { type = .optional(value) }
    if case .variadic(let element) = type { type = .array(element) }
    if type.isPrefixed(with: "repeat") { return .array(.any) }
    // As the only parameter, `Void` would be taken for none.
    if type.isVoid { return .void }
    return isResult ? erasure.erasedResult(type) : erasure.erased(type)
  }

  /// The effects of an ID: those of the method that do not come from its closures.
  func effects(of requirement: Requirement, _ erasure: Erasure) -> Effects {
    var effects = requirement.effects
    switch effects.throwing {
    // Swift 6.3 warns of an `await` that stands alone in a method that rethrows.
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
  }

  var ids: [ID] = []
  /// With the margin of a member.
  var lines: [String] = []
  /// Properties beside the IDs, such as the one that keeps what was written.
  var stored: [String] = []
  /// What the fake does because nothing says better, for a comment above the member.
  var guesses: [String] = []
  var notes: [String] = []
  /// What `#if` demands around it.
  var compilation: [String] = []
}

/// A requirement that cannot be written.
struct Unwritable: Error {
  let reason: String
  let instead: String
}
