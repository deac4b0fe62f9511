/// The access of a declaration.
enum Access: Int, CaseIterable, Comparable, Sendable {
  case `private`, `internal`, package, `public`, open

  static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }

  /// Returns the access that one of the modifiers states.
  init?(_ modifiers: Set<String>) {
    let isFilePrivate = modifiers.contains("fileprivate")
    let stated = Access.allCases.first { modifiers.contains($0.word) }
    guard let found = isFilePrivate ? .private : stated else { return nil }
    self = found
  }

  /// The keyword in source, for messages and declarations.
  var word: String { "\(self)" }
}

/// A type, an alias, or an extension in a source file.
///
/// Unchecked, because nothing changes after its module is read.
package final class Declaration: Equatable, @unchecked Sendable {
  enum Kind: String, Sendable {
    case `protocol`, `class`, actor, `struct`, `enum`, `typealias`, `extension`
  }

  let kind: Kind
  let file: SourceFile
  let head: Head
  /// The declaration up to its brace, for messages.
  let text: String
  /// The names of the types around it, followed by its name. An extension has the path of the extended type.
  var path: [String] = []
  var module = ""
  /// The access, which that of the types around it limits.
  var access: Access
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

  init(_ kind: Kind, _ head: Head, in file: SourceFile, text: String) {
    (self.kind, self.head, self.file) = (kind, head, file)
    self.text = (["final", "open"].filter(head.modifiers.contains) + [text]).joined(separator: " ")
    let stated = Access(head.modifiers)
    // The extended type limits the access of what an extension declares.
    access = kind != .extension ? stated ?? .internal : stated == .private ? .private : .open
  }

  var attributes: [String] { head.attributes }
  var modifiers: Set<String> { head.modifiers }
  var isAlias: Bool { kind == .typealias }
  /// A Boolean value that indicates whether the type is visible only in its own file.
  package var isPrivate: Bool { access == .private }
  var isSPI: Bool { attributes.contains(where: \.isSPI) }

  /// A Boolean value that indicates whether it is one of the declarations in `Toolchain`.
  var isOfToolchain: Bool { file.name == Toolchain.fileName }

  /// The name, with the names of the types around it: `Outer.Inner`.
  package var name: String { path.joined(separator: ".") }

  /// The name in messages: `Mail.Outer.Inner`.
  var qualifiedName: String { "\(module).\(name)" }

  /// The name of its fake.
  var fakeName: String { LibraryNames.fakeName(for: path) }

  /// Returns a Boolean value that indicates whether a text such as `Inner`, `Outer.Inner`, or `Module.Outer.Inner`
  /// means the type.
  func isMeant(by text: String) -> Bool { ".\(qualifiedName)".hasSuffix(".\(text)") }

  package static func == (left: Declaration, right: Declaration) -> Bool { left === right }

  /// The place of a line, by default of its own: `Mailer.swift:12`.
  func place(_ line: Int? = nil) -> String { "\(file.name):\(line ?? head.line)" }

  /// Adds a type inside it.
  func add(_ type: Declaration) {
    nested.append(type)
    type.path = path + type.path
    if type.kind == .extension { return }
    let ofMembers = kind == .extension ? Access(modifiers) : kind == .protocol ? access : nil
    type.access = min(Access(type.modifiers) ?? ofMembers ?? .internal, access)
  }

  /// Reads what is between the keyword and the brace.
  func readHead(_ reader: inout TokenReader) throws {
    if kind == .extension {
      guard case .named(let parts) = try reader.type() else { throw TokenReader.Unreadable() }
      path = parts.map(\.name)
      // No fake meets the condition of an extension of a type with arguments.
      if parts.contains(where: { !$0.arguments.isEmpty }) {
        conditions = [Condition(left: .name("Self"), isSame: true, right: .name("Never"))]
      }
    } else {
      reader.skip()
      if !path[0].isPlainName { isUnreadable = true }
    }
    if reader.take("<") { generics = try reader.generics() }
    if reader.take(":") {
      repeat {
        // `class` is an old word for `AnyObject`.
        inherited.append(reader.take("class") ? .name("AnyObject") : try reader.type().base)
      } while reader.take(",")
    }
    if reader.take("where") { conditions += try reader.conditions() }
    if !reader.isAtEnd { throw TokenReader.Unreadable() }
  }
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
  let head: Head
  /// The tokens from the keyword on, without a body.
  let tokens: ArraySlice<Token>

  var attributes: [String] { head.attributes }
  var modifiers: Set<String> { head.modifiers }
  var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }

  /// Returns the access in a type or extension.
  func access(in type: Declaration) -> Access {
    let own = Access(modifiers) ?? (type.kind == .extension ? Access(type.modifiers) : nil)
    return min(own ?? .internal, type.access == .open ? .open : type.access)
  }

  /// The declaration as its source spells it, for messages.
  var declaration: String {
    let order = ["override", "final", "static", "class", "mutating", "nonisolated"]
    return (order.filter(modifiers.contains) + [tokens.text]).joined(separator: " ")
  }
}

extension String {
  var isSPI: Bool { hasPrefix("@_spi(") }
}

extension [String] {
  /// The attributes that state the first versions of something. Those for versions of Swift don't count.
  var introductions: [String] {
    filter {
      $0.hasPrefix("@available(") && !$0.hasPrefix("@available(*")
        && !$0.hasPrefix("@available(swift") && ($0.hasSuffix("*)") || $0.contains("introduced:"))
    }
  }

  /// The attributes of what is deprecated in all versions.
  var deprecations: [String] { filter { $0.hasPrefix("@available(*, deprecated") } }
}
