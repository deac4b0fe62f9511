/// A type in a declaration.
indirect enum SwiftType: Equatable, Sendable {
  /// `Outer.Inner<Argument>`, with a part for each name.
  case named([Part])
  /// `.Type`, or another member of a type that is not a plain name.
  case member(SwiftType, String)
  case tuple([Element])
  case function(Function)
  case array(SwiftType)
  case dictionary(SwiftType, SwiftType)
  case optional(SwiftType)
  /// `T!`
  case unwrapped(SwiftType)
  /// A word or attribute before a type: `any`, `some`, `inout`, `each`, `@escaping`.
  case prefixed(String, SwiftType)
  case composition([SwiftType])
  /// `T...`
  case variadic(SwiftType)

  struct Part: Equatable, Sendable {
    var name: String
    /// The identifier of the symbol it names.
    var id: String?
    var arguments: [SwiftType] = []

    /// A Boolean value that indicates whether it is a generic parameter of the method.
    var isGenericParameter: Bool { id?.hasSuffix("mfp") == true }
  }

  struct Element: Equatable, Sendable {
    /// The text before the colon.
    var label: String?
    var type: SwiftType
  }

  struct Function: Equatable, Sendable {
    var parameters: [Element]
    var effects: Effects
    var result: SwiftType
  }

  static let void = SwiftType.tuple([])
  static let any = SwiftType.named([Part(name: "Any")])

  static func name(_ name: String) -> SwiftType { .named([Part(name: name)]) }

  var isVoid: Bool {
    if case .named(let parts) = self { return parts.map(\.name) == ["Void"] }
    return self == .void
  }
}

/// The effects of a function: suspension and errors.
struct Effects: Equatable, Sendable {
  enum Throwing: Equatable, Sendable {
    case never, any, rethrowing
    case type(SwiftType)
  }

  var isAsync = false
  var throwing = Throwing.never

  var canThrow: Bool { throwing != .never }

  /// The words after the parameters, with a space before each.
  var text: String {
    let suspends = isAsync ? " async" : ""
    switch throwing {
    case .never: return suspends
    case .any: return suspends + " throws"
    case .rethrowing: return suspends + " rethrows"
    case .type(let type): return suspends + " throws(\(type.text))"
    }
  }
}
