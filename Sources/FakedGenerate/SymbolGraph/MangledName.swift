/// The facts about a declaration that its mangled identifier contains.
///
/// A symbol graph leaves out some attributes of closures: `@isolated(any)`, `nonisolated(nonsending)`,
/// and the kind of a closure that an alias of another module names. The identifier contains all of them.
package struct MangledName {
  /// The module that declares the symbol.
  package let module: String?
  /// A Boolean value that indicates whether the declaration, or one around it, is private to a file.
  package let isPrivate: Bool
  /// A Boolean value that indicates whether it is a postfix operator.
  package let isPostfix: Bool
  /// A Boolean value that indicates whether it is in an extension with a `where` clause.
  package let isConstrained: Bool
  /// The type of the declaration. `nil` for a type, and for an identifier with unknown parts.
  let type: SwiftType?

  /// Reads an identifier such as `s:4Mail6MailerP4sendyySSF`.
  package init(_ identifier: String) {
    var demangler = Demangler(identifier)
    type = try? demangler.type()
    module = demangler.module
    isPrivate = demangler.isPrivate
    isPostfix = demangler.isPostfix
    isConstrained = demangler.isConstrained
  }

  /// Returns the module in an identifier, without reading the rest of it.
  static func module(of identifier: String) -> String? {
    var demangler = Demangler(identifier)
    return demangler.readModule()
  }

  /// The type as text. A generic parameter is a number.
  package var typeText: String? { type?.text }
}

extension MangledName {
  /// The name that represents a generic parameter of the declaration in the type.
  static func parameter(depth: Int, index: Int) -> SwiftType { .name("\u{FFFD}\(depth).\(index)") }
}
