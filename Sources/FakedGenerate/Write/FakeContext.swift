/// What the writers of single members share.
struct FakeContext {
  let model: ProtocolModel
  let kind: FakeKind
  let resolver: TypeResolver
  let noncopyable: NoncopyableTypes
  let names: IDNames
  /// The task-local that static members forward to.
  let current: String

  /// Whether an ID has to say that it belongs to no actor.
  var isIsolated: Bool { kind == .actor || model.globalActor != nil }

  /// Words before the declaration of a member, with a space behind them.
  func words(for requirement: Requirement) -> String {
    var words = requirement.attributes.filter { $0 != model.globalActor }
    let hasActor = words.contains { $0.hasPrefix("@") && $0.dropFirst().first?.isUppercase == true }
    let hasIsolation =
      hasActor || words.contains { $0.hasPrefix("nonisolated") || $0 == "@concurrent" }
      || requirement.parameters.contains { $0.type.isPrefixed(with: "isolated") }
    if requirement.isStatic {
      words.append("static")
    } else if isNonisolated(requirement), !hasIsolation, !isInitializer(requirement) {
      words.append("nonisolated")
    }
    return words.map { $0 + " " }.joined()
  }

  /// An actor that no protocol isolates has no isolated members: they could not meet requirements.
  private func isNonisolated(_ requirement: Requirement) -> Bool {
    (kind == .actor && !model.isActor) || (requirement.isNonisolated && isIsolated)
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
    return isResult ? erasure.erasedResult(type) : erasure.erased(type)
  }

  /// The effects of an ID: those of the method that do not come from its closures.
  func effects(of requirement: Requirement, _ erasure: Erasure) -> Effects {
    var effects = requirement.effects
    switch effects.throwing {
    // Swift 6.3 warns of an `await` that stands alone in a method that rethrows.
    case .rethrowing: effects = Effects()
    case .type(let error) where error.mentions(erasure.names): effects.throwing = .never
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
  var notes: [String] = []
}

/// A requirement that cannot be written.
struct Unwritable: Error {
  let reason: String
  let instead: String
}
