/// A protocol, class, or struct of closures that can have a fake.
package struct FakeableType: Hashable, Sendable {
  package enum Kind: Sendable {
    case `protocol`
    /// A struct of closures.
    case closures
    case `class`

    var word: String {
      switch self {
      case .protocol: "protocol"
      case .closures: "struct"
      case .class: "class"
      }
    }
  }

  package let module: String
  /// The name, with the names of the types around it: `Outer.Inner`.
  package let name: String
  /// A Boolean value that indicates whether the type is visible only in its own file.
  package let isPrivate: Bool
  package let kind: Kind

  package init(module: String, name: String, isPrivate: Bool = false, kind: Kind = .protocol) {
    self.module = module
    self.name = name
    self.isPrivate = isPrivate
    self.kind = kind
  }

  init(_ symbol: Symbol, _ kind: Kind) {
    self.init(
      module: symbol.module, name: symbol.name, isPrivate: symbol.isPrivate, kind: kind)
  }

  package var qualifiedName: String { "\(module).\(name)" }

  /// `FakeOuterInner`
  package var fakeName: String { "Fake" + name.replacing(".", with: "") }

  /// Returns a Boolean value that indicates whether a text such as `Inner`, `Outer.Inner`, or `Module.Outer.Inner`
  /// means the type.
  func isMeant(by text: String) -> Bool { ".\(qualifiedName)".hasSuffix(".\(text)") }
}
