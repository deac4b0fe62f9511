import Foundation

/// Turns the protocols of symbol graphs into fakes.
package struct FakeGenerator: Sendable {
  fileprivate let graphs: SymbolGraphs
  private let sources: SourceFiles
  /// Where flags differ: the sources as the fakes of a module see them.
  private let sourcesOfModules: [String: SourceFiles]
  private let noncopyable: NoncopyableTypes
  private let names: [FakeableType]
  private let symbols: [FakeableType: Symbol]

  /// Reads the symbol-graph files of one module or of several, `Module.symbols.json` and `Module@Other.symbols.json`.
  /// Throws a `SymbolGraphError` for a file that cannot be read, is no symbol graph, or has a format it does not know.
  ///
  /// What `#if` asks of flags that a module and the tests that get the fakes do not share is left out
  /// in fakes: by the module of the protocol, then by the module that has the `#if`.
  package init(
    symbolGraphs: [URL], unsharedFlags: [String: [String: Set<String>]] = [:]
  ) throws {
    let graphs = try SymbolGraphs(files: symbolGraphs)
    names = graphs.protocols.map { FakeableType($0, .protocol, in: graphs) }
    symbols = Dictionary(zip(names, graphs.protocols), uniquingKeysWith: { first, _ in first })
    sources = SourceFiles()
    sourcesOfModules = unsharedFlags.mapValues(SourceFiles.init)
    noncopyable = NoncopyableTypes(graphs: graphs, sources: sources)
    self.graphs = graphs
  }

  /// The protocols that can be asked for, in the order of module and name.
  /// The other modules that were read serve inheritance.
  package func protocols(in modules: [String]) -> [FakeableType] {
    names.filter { modules.contains($0.module) }
  }

  /// The modules that protocols of these inherit from and that were not read.
  package func missingModules(for modules: [String]) -> Set<String> {
    var missing: Set<String> = []
    for name in protocols(in: modules) {
      for (id, parent) in symbols[name].flatMap({ graphs.inherited[$0.id] }) ?? [] {
        guard graphs.symbols[id] == nil, let parent,
          ToolchainProtocols.requirements(of: parent) == nil
        else { continue }
        missing.insert(String(parent.prefix { $0 != "." }))
      }
    }
    return missing
  }

  /// The full names of all types that were read.
  package var typeNames: Set<String> {
    Set(
      graphs.symbols.values.filter(\.isNominal).map { symbol in
        "\(symbol.module).\(symbol.path.joined(separator: "."))"
      })
  }

  /// Structs most of whose stored properties are closures.
  package func structsOfClosures(in modules: [String]) -> [FakeableType] {
    types("swift.struct", .closures, in: modules) {
      ClosureStructFake.isStructOfClosures($0, in: graphs)
    }
  }

  package func classes(in modules: [String]) -> [FakeableType] {
    types("swift.class", .class, in: modules) { !$0.isPrivate }
  }

  private func types(
    _ kind: String, _ subject: FakeableType.Subject, in modules: [String],
    where isWanted: (Symbol) -> Bool
  ) -> [FakeableType] {
    graphs.symbols.values
      .filter { $0.kind == kind && modules.contains($0.module) && isWanted($0) }
      .map { FakeableType($0, subject, in: graphs) }
      .sorted { ($0.module, $0.name) < ($1.module, $1.name) }
  }

  /// What becomes of one protocol. `existing` is the text of the fake that there is already: the
  /// IDs that it has keep their names.
  package func fake(
    of protocol: FakeableType, _ style: FakeStyle = FakeStyle(), existing: String? = nil
  ) -> FakeOutcome {
    guard `protocol`.name.split(separator: ".").map(String.init).allSatisfy(\.isPlainName) else {
      return .refused(
        Refusal(
          reason: "\(`protocol`.name) is a raw identifier, which no generated fake has",
          instead: "the fake, with a plain name"))
    }
    let sources = sourcesOfModules[`protocol`.module] ?? sources
    if `protocol`.subject != .protocol, let symbol = type(named: `protocol`) {
      return `protocol`.subject == .closures
        ? ClosureStructFake(symbol, graphs, sources, style).outcome()
        : ClassFake(symbol, graphs, sources, noncopyable, style).outcome()
    }
    guard let symbol = symbols[`protocol`] else {
      return .refused(
        Refusal(
          reason: "\(`protocol`.module) has no protocol \(`protocol`.name)",
          instead: "the name of a protocol that it has"))
    }
    return ProtocolFake(
      model: ProtocolReader.model(of: symbol, in: graphs, sources), graphs: graphs,
      sources: sources, noncopyable: noncopyable, style: style,
      kept: existing.map(KeptIDs.init) ?? KeptIDs(in: "")
    ).outcome()
  }
}

extension FakeGenerator {
  private func type(named name: FakeableType) -> Symbol? {
    let kind = name.subject == .class ? "swift.class" : "swift.struct"
    return graphs.symbols.values.first { symbol in
      symbol.kind == kind && symbol.path.joined(separator: ".") == name.name
        && symbol.module == name.module
    }
  }
}

/// A protocol that can be asked for, or another type.
package struct FakeableType: Hashable, Sendable {
  package enum Subject: Sendable {
    case `protocol`
    /// A struct of closures.
    case closures
    case `class`
  }

  package let module: String
  /// As it is written: `Outer.Inner` where it is nested.
  package let name: String
  /// Whether only its own file sees it, so that no test can have a fake of it.
  package let isPrivate: Bool

  package let subject: Subject

  package init(
    module: String, name: String, isPrivate: Bool = false, subject: Subject = .protocol
  ) {
    self.module = module
    self.name = name
    self.isPrivate = isPrivate
    self.subject = subject
  }

  fileprivate init(_ symbol: Symbol, _ subject: Subject, in graphs: SymbolGraphs) {
    self.init(
      module: symbol.module, name: symbol.path.joined(separator: "."),
      isPrivate: symbol.isPrivate, subject: subject)
  }
}

/// What a fake is declared as.
package enum FakeKind: String, CaseIterable, Sendable { case `struct`, `class`, actor }

/// What became of a protocol.
package enum FakeOutcome: Sendable { case written(GeneratedFake), refused(Refusal) }

/// A fake, as a file.
package struct GeneratedFake: Equatable, Sendable {
  /// The name of the type, such as `FakeMailer`.
  package let fakeName: String
  /// The whole file, formatted, with a newline at its end.
  package let text: String
  /// What a reader should know, for example what was left to the compiler.
  package let notes: [String]

  package init(fakeName: String, text: String, notes: [String] = []) {
    self.fakeName = fakeName
    self.text = text
    self.notes = notes
  }
}

/// Why no fake can be written, and what to do about it.
package struct Refusal: Equatable, Sendable {
  package let reason: String
  /// What to write by hand.
  package let instead: String
  /// The fake without what cannot be written, where the rest can be.
  package let partial: String?

  package init(reason: String, instead: String, partial: String? = nil) {
    self.reason = reason
    self.instead = instead
    self.partial = partial
  }
}
