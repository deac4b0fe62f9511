/// A requirement of a protocol, read from its declaration.
struct Requirement {
  enum Kind: Equatable {
    case method, property, `subscript`
    /// With `?` or `!` if it can fail.
    case initializer(String)
    /// With `prefix` or `postfix`, or nothing for an operator between two operands.
    case `operator`(String)
  }

  struct Parameter: Equatable {
    /// The words before the colon. The single word of a subscript is not a label.
    var first: String
    var second: String?
    var type: SwiftType

    var name: String { second ?? first }
  }

  var kind: Kind
  var isStatic = false
  /// The attributes that a fake repeats, such as `@MainActor` and `@discardableResult`.
  var attributes: [String] = []
  var isNonisolated = false
  /// A Boolean value that indicates whether a result builder transforms the body.
  var isBuilt = false
  /// A Boolean value that indicates whether only actors can conform to the protocol.
  var isOfActor = false
  var name: String
  var generics: [Generic] = []
  var parameters: [Parameter] = []
  var effects = Effects()
  var result = SwiftType.void
  var hasSetter = false
  /// A Boolean value that indicates whether it is a stored property of a struct or class.
  var isStored = false
  /// The conditions of its `where` clause, except conformances of its generic parameters.
  var conditions: [Condition] = []
  /// All of its attributes and modifiers, and the conditions of `#if` around it, in addition to those around its
  /// protocol.
  var head = Head()
  /// The declaration as its source spells it, for messages.
  var declaration = ""
  /// The protocol or class that declares it. `nil` for a requirement of the toolchain.
  var owner: Declaration?
  /// The name of an attribute that is neither a global actor nor known.
  var unknownAttribute: String?
  /// A Boolean value that indicates whether another declaration of it has more effects.
  var isWeakened = false
}

extension Requirement {
  /// A Boolean value that indicates whether every fake already has the method.
  var isTearDown: Bool {
    fullName == "tearDown()" && !isStatic && effects == Effects() && result.isVoid
  }

  /// A Boolean value that indicates whether the result is `sending`.
  var sendsResult: Bool { result.isPrefixed(with: "sending") }

  var isInitializer: Bool { if case .initializer = kind { true } else { false } }

  /// The global actor that isolates it.
  var globalActor: String? { attributes.first(where: \.isGlobalActor) }

  /// The name with its labels: `send(_:to:)`.
  var fullName: String {
    if kind == .property { return name }
    return name + "(" + parameters.map { label(of: $0) + ":" }.joined() + ")"
  }

  /// Returns the label that a caller writes, or `_`.
  func label(of parameter: Parameter) -> String {
    switch kind {
    case .operator: "_"
    case .subscript where parameter.second == nil: "_"
    default: parameter.first
    }
  }

  /// Calls `body` with every part of every type.
  func visit(_ body: (SwiftType) -> Void) {
    _ = replacing { part in
      body(part)
      return nil
    }
  }

  /// Returns the requirement with parts of its types replaced, outermost first.
  func replacing(_ change: (SwiftType) -> SwiftType?) -> Requirement {
    changing { $0.replacing(change) }
  }

  /// Returns the requirement with other types.
  func changing(_ change: (SwiftType) -> SwiftType) -> Requirement {
    var changed = self
    changed.result = change(result)
    changed.effects = effects.changing(change)
    for index in parameters.indices {
      changed.parameters[index].type = change(parameters[index].type)
    }
    return changed.replacingConstraints(change)
  }

  /// Returns the requirement with other types in the constraints and conditions of its generic parameters.
  func replacingConstraints(_ change: (SwiftType) -> SwiftType) -> Requirement {
    var changed = self
    for index in generics.indices {
      changed.generics[index].constraints = generics[index].constraints.map(change)
    }
    changed.conditions = conditions.map { $0.changing(change) }
    return changed
  }
}

extension String {
  /// A Boolean value that indicates whether it is an attribute such as `@MainActor`.
  var isGlobalActor: Bool {
    hasPrefix("@") && dropFirst().first?.isUppercase == true && self != "@Sendable"
  }

  /// A Boolean value that indicates whether it is an attribute or a modifier for an isolation.
  var statesIsolation: Bool { isGlobalActor || hasPrefix("nonisolated") || self == "@concurrent" }
}

// MARK: Merging

// A protocol may repeat a requirement that it inherits.
extension Requirement {
  /// Returns one requirement for each member of the fake, with the effects that all of them allow.
  static func merged(_ requirements: [Requirement]) -> [Requirement] {
    var merged: [Requirement] = []
    for requirement in requirements {
      guard let index = merged.firstIndex(where: { $0.isSameMember(as: requirement) }) else {
        merged.append(requirement)
        continue
      }
      merged[index].hasSetter = merged[index].hasSetter || requirement.hasSetter
      // An initializer that cannot fail meets a failable requirement.
      if requirement.kind == .initializer("") { merged[index].kind = requirement.kind }
      // A nonisolated member meets an isolated requirement.
      if merged[index].globalActor != requirement.globalActor {
        merged[index].attributes.removeAll(where: \.isGlobalActor)
        merged[index].isNonisolated = true
      }
      if !requirement.isOfActor { merged[index].isOfActor = false }
      if requirement.effects.throwing != merged[index].effects.throwing {
        merged[index].isWeakened = true
      }
      if requirement.effects.throwing == .never
        || (merged[index].effects.throwing == .any && requirement.effects.canThrow)
      {
        merged[index].effects.throwing = requirement.effects.throwing
      }
    }
    return merged
  }

  private func isSameMember(as other: Requirement) -> Bool {
    (kind == other.kind || isInitializer && other.isInitializer) && isStatic == other.isStatic
      && head.compilation == other.head.compilation && effects.isAsync == other.effects.isAsync
      && fullName == other.fullName && signature == other.signature
  }

  /// The types and conditions, with numbers for the generic parameters, since `<A>` and `<B>` are the same.
  private var signature: [String] {
    let numbers = Dictionary(
      generics.enumerated().map { ($1.name, "$\($0)") }, uniquingKeysWith: { first, _ in first })
    let numbered = changing { $0.renaming(numbers) }
    let conditions = numbered.conditions.map { condition in
      let sides = [condition.left.text, condition.right.text]
      return condition.isSame ? sides.sorted().joined(separator: "==") : condition.text
    }
    return numbered.parameters.map(\.type.text) + [numbered.result.text]
      + numbered.generics.map { $0.constraints.map(\.text).sorted().joined(separator: "&") }
      + conditions.sorted()
  }
}
