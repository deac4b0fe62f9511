import Foundation

/// All symbol graphs together, with what is looked up in them.
struct SymbolGraphs {
  /// The symbols by their identifier.
  private(set) var symbols: [String: Symbol] = [:]
  /// The module that declares a symbol.
  private(set) var modules: [String: String] = [:]
  /// The protocols, in the order of module and name.
  private(set) var protocols: [Symbol] = []
  /// Module and path of each protocol.
  private(set) var protocolPaths: Set<[String]> = []
  private(set) var requirements: [String: [Symbol]] = [:]
  /// What a protocol inherits from, with the name that helps where there is no symbol.
  private(set) var inherited: [String: [(id: String, name: String?)]] = [:]
  private(set) var superclasses: [String: String] = [:]
  /// Requirements that a protocol extension meets.
  private(set) var defaults: Set<String> = []

  init(files: [URL]) throws {
    let graphs = try files.map(SymbolGraphs.read)
    for graph in graphs {
      for symbol in graph.symbols where symbols[symbol.id] == nil {
        symbols[symbol.id] = symbol
        modules[symbol.id] = graph.module.name
      }
    }
    for graph in graphs { relate(graph.relationships) }
    for (id, members) in requirements { requirements[id] = members.sorted(by: isBefore) }
    let declared = symbols.values.filter { $0.kind == "swift.protocol" && isOwn($0) }
    protocols = declared.sorted {
      (module(of: $0), $0.path.joined(separator: "."), $0.id)
        < (module(of: $1), $1.path.joined(separator: "."), $1.id)
    }
    let all = symbols.values.filter { $0.kind == "swift.protocol" }
    protocolPaths = Set(all.map { [module(of: $0)] + $0.path })
  }

  func module(of symbol: Symbol) -> String { modules[symbol.id] ?? "" }

  /// Whether its module declares it, and does not only export it again.
  private func isOwn(_ symbol: Symbol) -> Bool {
    let module = module(of: symbol)
    return !symbol.id.hasPrefix("s:") || symbol.id.contains("\(module.utf8.count)\(module)")
      || module.utf8.count != module.count
  }

  private mutating func relate(_ relationships: [SymbolGraph.Relationship]) {
    for relationship in relationships {
      switch relationship.kind {
      case "requirementOf", "optionalRequirementOf":
        guard let symbol = symbols[relationship.source] else { continue }
        let known = requirements[relationship.target, default: []]
        if known.contains(where: { $0.id == symbol.id }) { continue }
        requirements[relationship.target] = known + [symbol]
      case "conformsTo":
        let known = inherited[relationship.source, default: []]
        if known.contains(where: { $0.id == relationship.target }) { continue }
        inherited[relationship.source] =
          known + [(relationship.target, relationship.targetFallback)]
      case "inheritsFrom":
        superclasses[relationship.source] =
          symbols[relationship.target]?.path.joined(separator: ".")
          ?? relationship.targetFallback ?? relationship.target
      case "defaultImplementationOf": defaults.insert(relationship.target)
      default: continue
      }
    }
  }

  /// The order of the source; the compiler's own order is not promised.
  private func isBefore(_ left: Symbol, _ right: Symbol) -> Bool {
    let (a, b) = (left.location, right.location)
    return (a?.uri ?? "", a?.position.line ?? 0, a?.position.character ?? 0, left.id)
      < (b?.uri ?? "", b?.position.line ?? 0, b?.position.character ?? 0, right.id)
  }

  private struct Head: Decodable { let metadata: SymbolGraph.Metadata }

  private static func read(_ file: URL) throws -> SymbolGraph {
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw SymbolGraphError(
        file: file,
        message: "cannot be read. Give a file that `swift package dump-symbol-graph` wrote.")
    }
    guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
      throw SymbolGraphError(
        file: file,
        message: "is no symbol graph. Give a file that `swift package dump-symbol-graph` wrote.")
    }
    let version = head.metadata.formatVersion
    guard version.major == 0 else {
      throw SymbolGraphError(
        file: file,
        message: "has the symbol-graph format \(version.text), but only 0.x is known here. "
          + "Write it with the toolchain that builds faked-generate, or update Faked.")
    }
    do { return try JSONDecoder().decode(SymbolGraph.self, from: data) } catch {
      throw SymbolGraphError(
        file: file,
        message: "is a symbol graph of the format \(version.text), but lacks a part of it. "
          + "Write it again with `swift package dump-symbol-graph`.")
    }
  }
}
