import Foundation

/// Turns the protocols in symbol graphs into fakes.
package struct FakeGenerator: Sendable {
  private let graphs: SymbolGraphs
  private let sources: SourceFiles
  /// The source files of each module, with conditions that its tests share.
  private let sourcesOfModules: [String: SourceFiles]
  private let noncopyable: NoncopyableTypes
  private let names: [FakeableType]
  private let symbols: [FakeableType: Symbol]

  /// Reads the symbol-graph files of one or several modules.
  ///
  /// - Parameters:
  ///   - symbolGraphs: Files such as `Module.symbols.json` and `Module@Other.symbols.json`.
  ///   - unsharedFlags: The flags that either a module or the tests for its fakes have, by the module of the protocol
  ///     and by the module that has an `#if`. Fakes do not mention these flags.
  /// - Throws: A `SymbolGraphError` for a file that cannot be read.
  package init(
    symbolGraphs: [URL], unsharedFlags: [String: [String: Set<String>]] = [:]
  ) throws {
    let graphs = try SymbolGraphs(files: symbolGraphs)
    names = graphs.protocols.map { FakeableType($0, .protocol) }
    symbols = Dictionary(zip(names, graphs.protocols), uniquingKeysWith: { first, _ in first })
    sources = SourceFiles()
    sourcesOfModules = unsharedFlags.mapValues(SourceFiles.init)
    noncopyable = NoncopyableTypes(graphs: graphs, sources: sources)
    self.graphs = graphs
  }

  /// Returns the protocols of some modules, sorted by module and name.
  package func protocols(in modules: [String]) -> [FakeableType] {
    names.filter { modules.contains($0.module) }
  }

  /// Returns the modules without a symbol graph that have inherited protocols or superclasses.
  package func missingModules(for modules: [String]) -> Set<String> {
    var missing: Set<String> = []
    for symbol in protocols(in: modules).compactMap({ symbols[$0] }) {
      for (id, parent) in graphs.inherited[symbol.id] ?? [] {
        guard graphs.symbols[id] == nil, let parent,
          ToolchainProtocols.requirements(of: parent) == nil
        else { continue }
        missing.insert(String(parent.prefix { $0 != "." }))
      }
      if let (id, _) = graphs.superclasses[symbol.id], graphs.symbols[id] == nil,
        let module = MangledName.module(of: id)
      {
        missing.insert(module)
      }
    }
    return missing
  }

  /// The full names of all types that were read.
  package var typeNames: Set<String> {
    Set(graphs.symbols.values.filter(\.isNominal).map { "\($0.module).\($0.name)" })
  }

  /// Returns the structs in which most stored properties are closures.
  package func structsOfClosures(in modules: [String]) -> [FakeableType] {
    types("swift.struct", .closures, in: modules) {
      ClosureStructFake.isStructOfClosures($0, in: graphs)
    }
  }

  package func classes(in modules: [String]) -> [FakeableType] {
    types("swift.class", .class, in: modules) { !$0.isPrivate }
  }

  private func types(
    _ kind: String, _ subject: FakeableType.Kind, in modules: [String],
    where isWanted: (Symbol) -> Bool
  ) -> [FakeableType] {
    graphs.symbols.values
      .filter { $0.kind == kind && modules.contains($0.module) && isWanted($0) }
      .map { FakeableType($0, subject) }
      .sorted { ($0.module, $0.name) < ($1.module, $1.name) }
  }

  /// Writes the fake of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - style: The choices for the fake.
  ///   - existing: The text of its file, if there is one. The notes state which IDs have new names.
  package func fake(
    of type: FakeableType, _ style: FakeStyle = FakeStyle(), replacing existing: String? = nil
  ) -> FakeOutcome {
    guard type.name.split(separator: ".").map(String.init).allSatisfy(\.isPlainName) else {
      return .refused(
        Refusal(
          "\(type.name) is a raw identifier, which a generated fake cannot have",
          instead: "the fake, with a plain name"))
    }
    guard let symbol = symbol(of: type) else {
      return .refused(
        Refusal(
          "\(type.module) has no \(type.kind.word) \(type.name)",
          instead: .change("Give the name of a \(type.kind.word) in \(type.module)")))
    }
    let sources = sourcesOfModules[type.module] ?? sources
    switch type.kind {
    case .closures: return ClosureStructFake(symbol, graphs, sources, style).outcome()
    case .class: return ClassFake(symbol, graphs, sources, noncopyable, style).outcome()
    case .protocol:
      return ProtocolFake(
        model: model(of: symbol, sources, style), graphs: graphs, sources: sources,
        noncopyable: noncopyable, style: style
      ).outcome(replacing: existing)
    }
  }

  /// Reads a protocol. A type is written with its module only if the fake imports another type with the same name.
  private func model(
    of symbol: Symbol, _ sources: SourceFiles, _ style: FakeStyle
  ) -> ProtocolModel {
    let model = ProtocolReader.model(of: symbol, in: graphs, sources)
    let modules = Set(model.declaredIn.map(\.module))
    var isQualified = modules.contains { graphs.topLevel[$0] != nil }
    model.visit { type in
      guard case .named(let parts) = type, let first = parts.first else { return }
      isQualified = isQualified || first.id == nil && modules.contains(first.name)
    }
    let names = [symbol.path[0], model.superclass?.name].compactMap(\.self)
    guard isQualified || names.contains(where: ForeignNames.all.contains) else { return model }
    let foreign = FakeImports(of: model, in: graphs, sources, style).foreignModules
    let visible = ForeignNames.visible(in: foreign)
    if visible == ForeignNames.all { return model }
    return ProtocolReader.model(of: symbol, in: graphs, sources, foreignNames: visible)
  }

  private func symbol(of type: FakeableType) -> Symbol? {
    if type.kind == .protocol { return symbols[type] }
    let path = [type.module] + type.name.split(separator: ".").map(String.init)
    return graphs.type(at: path)
  }
}
