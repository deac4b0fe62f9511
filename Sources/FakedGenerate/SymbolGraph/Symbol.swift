import Foundation

/// A declaration in a symbol graph.
///
/// Unchecked, because nothing changes after it is read.
final class Symbol: @unchecked Sendable {
  var id = ""
  /// `swift.protocol`, `swift.method`, and so on.
  var kind = ""
  var path: [String] = []
  /// The module that declares it.
  var module = ""
  var access = ""
  var availability: [Availability] = []
  var location: Location?
  var isSPI = false
  /// A Boolean value that indicates whether an extension declares it.
  var isInExtension = false
  /// The file with its declaration, which is read when it is needed.
  var text: SymbolGraphText?
  var textOffset = 0

  /// A piece of a declaration.
  struct Fragment {
    var isIdentifier = false
    var spelling = ""
    var preciseIdentifier: String?
  }

  struct Availability {
    var domain: String?
    var introduced: SymbolGraph.Version?
    var message: String?
    var isUnconditionallyDeprecated = false
    var isUnconditionallyUnavailable = false
  }

  struct Location {
    var uri = ""
    var line = 0
    var character = 0
  }

  /// The name, with the names of the types around it: `Outer.Inner`.
  var name: String { path.joined(separator: ".") }

  /// `FakeOuterInner`
  var fakeName: String { "Fake" + path.joined() }

  /// The pieces of the declaration. Each access reads them from the file.
  var fragments: [Fragment] { text?.fragments(at: textOffset) ?? [] }

  var declaration: String { fragments.map(\.spelling).joined() }

  /// The keywords and attributes before the name of a type or member.
  var words: [String] {
    fragments.prefix { !$0.isIdentifier }.map(\.spelling).joined()
      .split { " \n".contains($0) }.map(String.init)
  }

  /// A Boolean value that indicates whether it is visible only in its own file.
  var isPrivate: Bool {
    // The identifier has a hash of 32 digits for the file. Most identifiers don't.
    ["private", "fileprivate"].contains(access)
      || id.utf8.count > 40 && MangledName(id).isPrivate
  }

  /// Returns a Boolean value that indicates whether a fake in another module sees it. A fake that is not public imports
  /// the module with `@testable`.
  func isVisible(isPublic: Bool) -> Bool {
    !isPrivate && (!isPublic || ["open", "public", "package"].contains(access))
  }

  /// The text after `import` that imports only this type: `struct Module.Type`.
  var soleImport: String { "\(kind.dropFirst("swift.".count)) \(module).\(name.escaped)" }

  /// The file that declares it.
  var file: URL? {
    guard let uri = location?.uri else { return nil }
    guard uri.hasPrefix("file://") else { return URL(filePath: uri) }
    let path = uri.dropFirst("file://".count)
    return URL(filePath: path.removingPercentEncoding ?? String(path))
  }

  private static let nominal: Set = [
    "swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias",
    "swift.actor",
  ]

  var isNominal: Bool { Symbol.nominal.contains(kind) }

  var isAlias: Bool { kind == "swift.typealias" }

  /// Returns a Boolean value that indicates whether it comes first in the source. The order in a symbol graph may
  /// change.
  func isBefore(_ other: Symbol) -> Bool {
    let (left, right) = (location, other.location)
    // Most symbols that are compared are on different lines of one file.
    if let left, let right, left.line != right.line, left.uri == right.uri {
      return left.line < right.line
    }
    return (left?.uri ?? "", left?.line ?? 0, left?.character ?? 0, id)
      < (right?.uri ?? "", right?.line ?? 0, right?.character ?? 0, other.id)
  }
}
