import Foundation

/// All symbol graphs together, with what is looked up in them.
/// Unchecked, because nothing changes after it was made.
final class SymbolGraphs: @unchecked Sendable {
  /// The symbols by their identifier.
  private(set) var symbols: [String: Symbol] = [:]
  /// The protocols, in the order of module and name.
  private(set) var protocols: [Symbol] = []
  /// Module and path of each protocol.
  private(set) var protocolPaths: Set<[String]> = []
  /// The names of types that stand in no other, with the modules that declare them.
  private(set) var topLevel: [String: Set<String>] = [:]
  /// Those among them that have the name of a type that fakes spell.
  private(set) var shadowing: [String] = []
  /// Whether a symbol is SPI.
  private(set) var hasSPI = false
  /// The names of result builders.
  private var builders: Set<String> = []
  private(set) var requirements: [String: [Symbol]] = [:]
  /// The members of structs and classes.
  private(set) var members: [String: [String]] = [:]
  /// What a protocol inherits from, with the name that helps where there is no symbol.
  private(set) var inherited: [String: [(id: String, name: String?)]] = [:]
  private(set) var superclasses: [String: (id: String, name: String)] = [:]
  /// What meets a requirement somewhere.
  private var defaults: [String: [String]] = [:]

  init(files: [URL]) throws {
    let graphs = try parallelMap(files) { file in Result { try SymbolGraphs.read(file) } }
      .map { try $0.get() }
    for graph in graphs {
      for symbol in graph.symbols {
        // What a module exports again belongs to the one that declares it.
        if symbols[symbol.id] != nil, symbol.plainModule != graph.module { continue }
        symbols[symbol.id] = symbol
        symbol.module = graph.module
        if symbol.isSPI { hasSPI = true }
        // Every result builder has one of these two.
        if symbol.kind == "swift.type.method", symbol.path.count > 1,
          ["buildBlock(", "buildPartialBlock("].contains(
            where: symbol.path[symbol.path.count - 1].hasPrefix)
        {
          builders.insert(symbol.path[symbol.path.count - 2])
        }
      }
    }
    for graph in graphs { relate(graph.relationships) }
    for (id, members) in requirements { requirements[id] = members.sorted(by: isBefore) }
    let declared = symbols.values.filter { $0.kind == "swift.protocol" }
    protocolPaths = Set(declared.map { [$0.module] + $0.path })
    let own = declared.filter { ($0.plainModule ?? $0.module) == $0.module }
    protocols = own.sorted {
      ($0.module, $0.path.joined(separator: "."), $0.id)
        < ($1.module, $1.path.joined(separator: "."), $1.id)
    }
    for symbol in symbols.values where symbol.isNominal && symbol.path.count == 1 {
      topLevel[symbol.path[0], default: []].insert(symbol.module)
    }
    shadowing = FakedNames.spelled.keys.filter { topLevel[$0] != nil }.sorted()
  }

  /// Whether an attribute is one that fakes need not repeat: `@ViewBuilder`, `@RouteBuilder<Context>`.
  func isResultBuilder(_ attribute: String) -> Bool {
    let path = attribute.dropFirst().prefix { $0 != "<" }.split(separator: ".")
    guard let name = path.last else { return false }
    return name.hasSuffix("Builder") || builders.contains(String(name))
  }

  /// Whether every type that conforms to the protocols has the member from an extension of these.
  func hasDefault(_ id: String, in protocols: [Symbol]) -> Bool {
    (defaults[id] ?? []).contains { source in
      guard let symbol = symbols[source], !symbol.isConstrained else { return false }
      return protocols.contains { source.hasPrefix($0.id) }
    }
  }

  /// Whether an extension of one of the protocols has a member of that name.
  func isExtended(_ protocols: [Symbol], with name: String) -> Bool {
    protocols.contains { symbol in
      members[symbol.id]?.contains { symbols[$0]?.path.last == name } == true
        || requirements[symbol.id]?.contains {
          $0.path.last == name && hasDefault($0.id, in: protocols)
        } == true
    }
  }

  /// Whether a protocol inherits from `Actor`, itself or by others.
  func isForActors(_ id: String) -> Bool {
    var (known, next) = (Set([id]), [id])
    while let id = next.popLast() {
      for parent in inherited[id] ?? [] {
        if parent.name == ToolchainProtocols.actor { return true }
        if known.insert(parent.id).inserted { next.append(parent.id) }
      }
    }
    return false
  }

  /// Whether an alias stands for itself, by others or not, as none does that compiles.
  func isCircular(_ alias: Symbol) -> Bool {
    var (known, next): (Set<String>, [Symbol]) = ([], [alias])
    while let symbol = next.popLast() {
      for fragment in symbol.fragments {
        guard !fragment.isIdentifier, let id = fragment.preciseIdentifier,
          let other = symbols[id], other.kind == "swift.typealias"
        else { continue }
        if id == alias.id { return true }
        if known.insert(id).inserted { next.append(other) }
      }
    }
    return false
  }

  private func relate(_ relationships: [SymbolGraph.Relationship]) {
    for relationship in relationships {
      let (source, target) = (relationship.source, relationship.target)
      switch relationship.kind {
      case "requirementOf", "optionalRequirementOf":
        guard let symbol = symbols[source] else { continue }
        if requirements[target]?.contains(where: { $0.id == source }) == true { continue }
        requirements[target, default: []].append(symbol)
      case "memberOf": members[target, default: []].append(source)
      case "conformsTo":
        if inherited[source]?.contains(where: { $0.id == target }) == true { continue }
        inherited[source, default: []].append((target, relationship.targetFallback))
      case "inheritsFrom":
        let name = symbols[target]?.path.joined(separator: ".") ?? relationship.targetFallback
        superclasses[source] = (target, name ?? target)
      case "defaultImplementationOf": defaults[target, default: []].append(source)
      default: continue
      }
    }
  }

  /// The order of the source; the compiler's own order is not promised.
  func isBefore(_ left: Symbol, _ right: Symbol) -> Bool {
    let (a, b) = (left.location, right.location)
    // Almost all that are compared differ in their lines alone, and this is done often.
    if let a, let b, a.line != b.line, a.uri == b.uri { return a.line < b.line }
    return (a?.uri ?? "", a?.line ?? 0, a?.character ?? 0, left.id)
      < (b?.uri ?? "", b?.line ?? 0, b?.character ?? 0, right.id)
  }

  private static func read(_ file: URL) throws -> SymbolGraph {
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw SymbolGraphError(
        file: file,
        message: "cannot be read. Give a file that `swift package dump-symbol-graph` wrote.")
    }
    do { return try SymbolGraphText(data).graph() } catch let error as SymbolGraphText.UnknownFormat
    {
      throw SymbolGraphError(
        file: file,
        message: "has the symbol-graph format \(error.version.text), but only 0.x is known here. "
          + "Write it with the toolchain that builds faked-generate, or update Faked.")
    } catch let error as SymbolGraphText.Incomplete {
      throw SymbolGraphError(
        file: file,
        message: "is a symbol graph of the format \(error.version.text), but lacks a part of it. "
          + "Write it again with `swift package dump-symbol-graph`.")
    } catch {
      throw SymbolGraphError(
        file: file,
        message: "is no symbol graph. Give a file that `swift package dump-symbol-graph` wrote.")
    }
  }
}

extension Symbol {
  private static let nominal: Set<String> = [
    "swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias",
    "swift.actor",
  ]

  var isNominal: Bool { Symbol.nominal.contains(kind) }

  /// The module in the identifier, where it is spelled out there: `s:4Mail6MailerP`.
  ///
  /// It is not where a word of the name is repeated, or where a letter is not ASCII.
  var plainModule: String? {
    guard id.hasPrefix("s:"), let first = id.utf8.dropFirst(2).first, first != UInt8(ascii: "0")
    else { return nil }
    let digits = String(decoding: id.utf8.dropFirst(2).prefix { $0 &- 48 < 10 }, as: UTF8.self)
    guard let count = Int(digits) else { return nil }
    return String(id.dropFirst(2 + digits.count).prefix(count))
  }
}
