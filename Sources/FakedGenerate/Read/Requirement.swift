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
  var name: String
  var generics: [Generic] = []
  var parameters: [Parameter] = []
  var effects = Effects()
  var result = SwiftType.void
  var hasSetter = false
  /// What the `where` clause says beside conformances of generic parameters.
  var conditions: [Condition] = []

  /// For messages: the declaration as the protocol has it.
  var declaration = ""
  var id = ""
  var isSPI = false
  var availability: [Symbol.Availability] = []
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
