/// The access of a declaration.
enum Access: Int, Comparable, Sendable {
  case `private`, `internal`, package, `public`, open

  static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }

  /// Returns the access that one of the modifiers states.
  init?(_ modifiers: Set<String>) {
    if modifiers.contains("private") || modifiers.contains("fileprivate") {
      self = .private
    } else if modifiers.contains("package") {
      self = .package
    } else if modifiers.contains("public") {
      self = .public
    } else if modifiers.contains("open") {
      self = .open
    } else if modifiers.contains("internal") {
      self = .internal
    } else {
      return nil
    }
  }

  /// The keyword in source, for messages and declarations.
  var word: String { "\(self)" }
}

/// A type, an alias, or an extension in a source file.
///
/// Unchecked, because nothing changes after its module is read.
final class Declaration: @unchecked Sendable {
  enum Kind: String, Sendable {
    case `protocol`, `class`, actor, `struct`, `enum`, `typealias`, `extension`
  }

  let kind: Kind
  let file: SourceFile
  /// The number of the line, from 1.
  let line: Int
  let attributes: [String]
  let modifiers: Set<String>
  /// The conditions of `#if` around it, the outermost first.
  let compilation: [CompilationCondition]
  /// The declaration up to its brace, for messages.
  let text: String
  /// The names of the types around it, followed by its name. An extension has the path of the extended type.
  var path: [String] = []
  var module = ""
  /// The access, which that of the types around it limits.
  var access = Access.internal
  /// The generic parameters of a type, or the primary associated types of a protocol.
  var generics: [Generic] = []
  /// The types after the colon.
  var inherited: [SwiftType] = []
  var conditions: [Condition] = []
  /// The type that an alias names.
  var aliased: SwiftType?
  /// A Boolean value that indicates whether its head has unknown syntax.
  var isUnreadable = false
  var members: [Member] = []
  var nested: [Declaration] = []

  init(
    _ kind: Kind, _ head: MemberHead, in file: SourceFile, text: String,
    _ compilation: [CompilationCondition]
  ) {
    self.kind = kind
    self.file = file
    self.text = text
    self.compilation = compilation
    (line, attributes, modifiers) = (head.line + 1, head.attributes, head.modifiers)
  }

  /// The name, with the names of the types around it: `Outer.Inner`.
  var name: String { path.joined(separator: ".") }

  var isAlias: Bool { kind == .typealias }
  var isPrivate: Bool { access == .private }

  /// A Boolean value that indicates whether it is one of the declarations in `Toolchain`.
  var isOfToolchain: Bool { file.name == Toolchain.fileName }

  /// The name in messages: `Mail.Outer.Inner`.
  var qualifiedName: String { "\(module).\(name)" }

  var isSPI: Bool { attributes.contains(where: \.isSPI) }

  var availability: [Availability] { attributes.compactMap(Availability.init) }

  /// The place of its declaration: `Mailer.swift:12`.
  func place(_ line: Int? = nil) -> String { "\(file.name):\(line ?? self.line)" }
}

/// The attributes and modifiers before a declaration.
struct MemberHead {
  var attributes: [String] = []
  var modifiers: Set<String> = []
  /// The number of the line, from 0.
  var line = 0
}

/// A member of a type, protocol, or extension, whose tokens are read when they are needed.
struct Member: Sendable {
  enum Kind: String, Sendable {
    case function = "func"
    case variable = "var"
    case constant = "let"
    case initializer = "init"
    case `subscript`
    case `associatedtype`
    case `case`
  }

  let kind: Kind
  let name: String
  let attributes: [String]
  let modifiers: Set<String>
  /// The tokens from the keyword on, without a body.
  let tokens: ArraySlice<Token>
  /// The conditions of `#if` around it, in addition to those around its type.
  let compilation: [CompilationCondition]
  /// The number of the line, from 1.
  let line: Int

  var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
  var availability: [Availability] { attributes.compactMap(Availability.init) }

  /// Returns the access in a type or extension.
  func access(in type: Declaration) -> Access {
    let own = Access(modifiers) ?? (type.kind == .extension ? Access(type.modifiers) : nil)
    return min(own ?? .internal, type.access == .open ? .open : type.access)
  }

  /// The declaration as its source spells it, for messages.
  var declaration: String {
    let order = ["override", "final", "static", "class", "mutating", "nonisolated"]
    let words = order.filter(modifiers.contains)
    return (words + [tokens.text]).joined(separator: " ")
  }
}

extension String {
  var isSPI: Bool { hasPrefix("@_spi(") }
}

/// An `@available` attribute.
struct Availability: Equatable, Sendable {
  /// The attribute as its source spells it.
  let text: String

  /// Reads an attribute. `nil` for other attributes, and for versions of Swift, which no fake repeats.
  init?(_ attribute: String) {
    guard attribute.hasPrefix("@available("), !attribute.hasPrefix("@available(swift") else {
      return nil
    }
    text = attribute
  }

  /// A Boolean value that indicates whether something is deprecated in all versions.
  var isDeprecated: Bool { text.hasPrefix("@available(*, deprecated") }
  var isUnavailable: Bool { text.hasPrefix("@available(*, unavailable") }

  /// A Boolean value that indicates whether it states the first versions of something.
  var hasVersions: Bool {
    !text.hasPrefix("@available(*") && (text.hasSuffix("*)") || text.contains("introduced:"))
  }

  var message: Substring? { text.firstMatch(of: /message: "(.*)"/)?.1 }
}

extension [Availability] {
  /// Returns a Boolean value that indicates whether some systems that have a type may not have a member of it.
  func isNewer(than type: [Availability]) -> Bool {
    contains { $0.hasVersions && !type.contains($0) }
  }

  /// The attributes with versions.
  var introductions: [String] { filter(\.hasVersions).map(\.text) }

  /// The attributes for what is deprecated in all versions.
  var deprecations: [String] { filter(\.isDeprecated).map(\.text) }
}
