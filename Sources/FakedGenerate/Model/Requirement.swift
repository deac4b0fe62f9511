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

  /// A generic parameter of a method, with its constraints.
  struct Generic: Equatable {
    var name: String
    var isPack: Bool
    var constraints: [SwiftType] = []
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
  /// The conditions of its `where` clause, except conformances of its generic parameters.
  var conditions: [Condition] = []
  /// The conditions of `#if` around it, in addition to those around its protocol.
  var compilation: [CompilationCondition] = []
  /// A Boolean value that indicates whether it has a closure that is isolated to a global actor but not `@Sendable`,
  /// which modules in Swift 5 mode allow.
  var hasIsolatedUnsendableClosure = false

  /// The symbol that it was read from. `nil` for a requirement of the toolchain.
  var symbol: Symbol?
  /// The declaration of a requirement of the toolchain.
  var toolchainDeclaration = ""
  var id = ""
  var spiGroups: [String]?
  var availability: [Symbol.Availability] = []
}

extension Requirement {
  /// The declaration in the protocol, for messages.
  var declaration: String { symbol?.declaration ?? toolchainDeclaration }

  /// A Boolean value that indicates whether a parameter has the name of the method `handleCall`.
  var hidesHandleCall: Bool { parameters.contains { $0.name == "handleCall" } }

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

  /// Returns the requirement with types replaced, outermost first.
  func replacing(_ change: (SwiftType) -> SwiftType?) -> Requirement {
    var changed = self
    changed.result = result.replacing(change)
    if case .type(let error) = effects.throwing {
      changed.effects.throwing = .type(error.replacing(change))
    }
    for index in parameters.indices {
      changed.parameters[index].type = parameters[index].type.replacing(change)
    }
    return changed.replacingConstraints { $0.replacing(change) }
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
}
