/// What a protocol requires, read from its declaration.
struct Requirement {
  enum Kind: Equatable {
    case method, property, `subscript`
    /// With `?` or `!` where it can fail.
    case initializer(String)
    /// With `prefix` or `postfix`, or nothing for an operator between two.
    case `operator`(String)
  }

  struct Parameter: Equatable {
    /// The words before the colon; a subscript's single word is no label.
    var first: String
    var second: String?
    var type: SwiftType

    var name: String { second ?? first }
  }

  /// A generic parameter of a method, with what it conforms to.
  struct Generic: Equatable {
    var name: String
    var isPack: Bool
    var constraints: [SwiftType] = []
  }

  var kind: Kind
  var isStatic = false
  /// Those that the fake repeats: isolation, `@discardableResult`.
  var attributes: [String] = []
  var isNonisolated = false
  /// Whether a result builder makes what a body without `return` has.
  var isBuilt = false
  /// Whether its protocol is for actors only, so that it may be isolated to one.
  var isOfActor = false
  var name: String
  var generics: [Generic] = []
  var parameters: [Parameter] = []
  var effects = Effects()
  var result = SwiftType.void
  var hasSetter = false
  /// What the `where` clause says beside conformances of generic parameters.
  var conditions: [Condition] = []

  /// What `#if` demands around it, beyond what it demands around its protocol.
  var compilation: [String] = []

  /// Where it was read, for messages.
  var symbol: Symbol?
  /// The same for a requirement of the toolchain's.
  var known = ""
  var id = ""
  var spiGroups: [String]?
  var availability: [Symbol.Availability] = []
}

extension Requirement {
  /// The declaration as the protocol has it.
  var declaration: String { symbol?.declaration ?? known }

  /// Whether a parameter is named like the method that every fake calls.
  var hidesHandleCall: Bool { parameters.contains { $0.name == "handleCall" } }

  /// Whether every fake has it already.
  var isTearDown: Bool {
    fullName == "tearDown()" && !isStatic && effects == Effects() && result.isVoid
  }

  /// The global actor it is isolated to.
  var globalActor: String? { attributes.first(where: \.isGlobalActor) }

  /// The name with its labels: `send(_:to:)`.
  var fullName: String {
    if kind == .property { return name }
    return name + "(" + parameters.map { label(of: $0) + ":" }.joined() + ")"
  }

  /// What a caller writes before the value; a subscript's single word is none.
  func label(of parameter: Parameter) -> String {
    kind == .subscript && parameter.second == nil ? "_" : parameter.first
  }
}

extension String {
  /// `@MainActor`, or another attribute that begins with a capital.
  var isGlobalActor: Bool {
    hasPrefix("@") && dropFirst().first?.isUppercase == true && self != "@Sendable"
  }
}

/// `Left: Right` or `Left == Right`.
struct Condition: Equatable {
  var left: SwiftType
  var isSame: Bool
  var right: SwiftType

  var text: String { left.text + (isSame ? " == " : ": ") + right.text }

  func replacing(_ change: (SwiftType) -> SwiftType?) -> Condition {
    Condition(left: left.replacing(change), isSame: isSame, right: right.replacing(change))
  }
}
