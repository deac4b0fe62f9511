import Foundation

/// A symbol graph as the compiler writes it, as far as fakes need it.
struct SymbolGraph {
  let module: String
  let symbols: [Symbol]
  let relationships: [Relationship]

  struct Version: Equatable {
    var major = 0
    var minor = 0
    var patch = 0

    var text: String { "\(major).\(minor).\(patch)" }
  }

  struct Relationship {
    var kind = ""
    var source = ""
    var target = ""
    /// The name of a target that no symbol graph describes: `Swift.Sendable`.
    var targetFallback: String?
  }
}

/// A declaration of a symbol graph.
///
/// Unchecked, because nothing changes after it was read.
final class Symbol: @unchecked Sendable {
  var id = ""
  /// `swift.protocol`, `swift.method` and so on.
  var kind = ""
  var path: [String] = []
  /// The module that declares it.
  var module = ""
  var access = ""
  var availability: [Availability] = []
  var location: Location?
  var isSPI = false
  /// Whether it is in an extension with a `where` clause.
  var isConstrained = false
  /// Where its declaration stands, which is read when somebody asks for it.
  var text: SymbolGraphText?
  var textOffset = 0

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

  init(id: String = "") { self.id = id }

  /// The pieces of the declaration; costs reading them.
  var fragments: [Fragment] { text?.fragments(at: textOffset) ?? [] }

  var declaration: String { fragments.map(\.spelling).joined() }

  /// Whether only its own file sees it: it is private, or stands in something that is.
  var isPrivate: Bool {
    if ["private", "fileprivate"].contains(access) { return true }
    if id.count(of: "33_") == 0 { return false }
    // The compiler puts a hash of the file into the names of what is private: 33_<32 digits>LL.
    var rest = id[...]
    while let mark = rest.range(of: "33_") {
      rest = rest[mark.upperBound...]
      if rest.dropFirst(32).hasPrefix("LL") { return true }
    }
    return false
  }

  /// The file that declares it.
  var file: URL? {
    guard let uri = location?.uri else { return nil }
    guard uri.hasPrefix("file://") else { return URL(filePath: uri) }
    let path = uri.dropFirst("file://".count)
    return URL(filePath: path.removingPercentEncoding ?? String(path))
  }
}
