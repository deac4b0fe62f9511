import Foundation

/// What stands before the declaration of a fake: imports and availability.
enum FakeHeader {
  /// The imports of the files that the requirements come from, their modules and `Faked`.
  static func imports(
    for model: ProtocolModel, in graphs: SymbolGraphs, sources: SourceFiles, _ style: FakeStyle
  ) -> String {
    var imports = SourceImports()
    imports.add("import Faked")
    if model.isObject { imports.add("import Foundation") }
    // The library's own names, where the module has types that are called the same.
    let own = Set(model.declaredIn.map(\.module))
    for name in graphs.shadowing where !own.isDisjoint(with: graphs.topLevel[name] ?? []) {
      imports.add("import \(FakedNames.spelled[name] ?? "struct") Faked.\(name)")
    }
    var testable: Set<String> = []
    for symbol in model.declaredIn {
      let module = symbol.module
      if symbol.access == "internal" || model.isTestable {
        testable.insert(module)
      } else {
        imports.add("import \(module)")
      }
      if symbol.location != nil { imports.add(sources.file(of: symbol).imports) }
    }
    let named = imports.dependsOnFlags || style.isPublic ? modules(model, graphs) : []
    if imports.dependsOnFlags {
      // Flags of the module need not be those of its tests, but its types say what is imported.
      for module in named.sorted() where isImportable(module) && !own.contains(module) {
        if !imports.mention(module) { imports.add("import \(module)") }
      }
    }
    let groups = spiGroups(of: model, in: graphs, sources)
    var shown = style.isPublic ? named : []
    // Foundation shows what is in Dispatch.
    if shown.contains("Dispatch"), !imports.mention("Dispatch") { shown.insert("Foundation") }
    let relaxed = Set(
      model.requirements.filter(\.hasOldIsolatedClosure).compactMap(\.symbol?.module))
    // An import for a package shows what is public; a package's own protocol is seen without it.
    let isForAll = model.symbol.access != "package"
    let word = isForAll ? "public " : "package "
    func attributes(_ module: String) -> String {
      (relaxed.contains(module) ? "@preconcurrency " : "")
        + (groups[module] ?? []).sorted().map { "@_spi(\($0)) " }.joined()
    }
    let plain = imports.plain.filter { line in
      !testable.contains { line == "import \($0)" }
    }.map { line in
      let module = line.hasPrefix("import ") ? String(line.dropFirst(7)) : ""
      let isShown =
        style.isPublic
        && (isForAll && own.contains(module) || shown.contains(module) || line.contains(" Faked."))
      return attributes(module) + (isShown ? word : "") + line
    }
    let blocks = [
      sorted(plain.filter { !isDeclaration($0) }), sorted(plain.filter(isDeclaration)),
      testable.sorted().map { attributes($0) + "@testable import \($0)" },
    ]
    let text = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
    let conditional = imports.conditional.sorted().map { block in
      let lines = block.components(separatedBy: "\n").map { line in
        let margin = line.prefix { $0 == " " }
        let statement = line.dropFirst(margin.count)
        let module = statement.hasPrefix("import ") ? String(statement.dropFirst(7)) : ""
        return shown.contains(module) ? margin + word + statement : line
      }
      return lines.joined(separator: "\n") + "\n"
    }
    return (text + conditional).joined(separator: "\n")
  }

  /// What is a module of its own, and not one that Foundation or the standard library is made of.
  private static func isImportable(_ module: String) -> Bool {
    !module.hasPrefix("_") && !["Swift", "Faked", "FoundationEssentials"].contains(module)
      && module != "FoundationInternationalization"
  }

  /// The modules whose types stand in the declarations of the fake. Where others see these, an import
  /// that is public for nothing is a warning.
  private static func modules(_ model: ProtocolModel, _ graphs: SymbolGraphs) -> Set<String> {
    var modules: Set<String> = ["Faked"]
    // `NSCoding` and its like name types of Foundation.
    if model.isObject || model.known.contains(where: { $0.contains("Foundation.NS") }) {
      modules.insert("Foundation")
    }
    // So does `SortComparator`, in the part of Foundation that it is in.
    if model.known.contains(where: { $0.hasSuffix(".SortComparator") }) {
      modules.formUnion(["Foundation", "FoundationEssentials"])
    }
    func add(_ id: String) {
      let symbol = graphs.symbols[id]
      guard let module = symbol?.module ?? Symbol(id: id).plainModule else {
        if id.hasPrefix("c:") { modules.insert("Foundation") }
        return
      }
      let isPart = ["FoundationEssentials", "FoundationInternationalization"].contains(module)
      modules.formUnion(isPart ? [module, "Foundation"] : [module])
    }
    func read(_ type: SwiftType) {
      guard case .named(let parts) = type else { return }
      parts.compactMap(\.id).forEach(add)
      // What `User.ID` stands for may be a type of any module; it mostly is one of Foundation.
      let last = parts[parts.count - 1]
      guard parts.count > 1, last.name != "Type", graphs.symbols[last.id ?? ""] == nil else {
        return
      }
      let fixed = model.associatedTypes.first { $0.name == parts[0].name }?.fixed
      guard case .named(let own) = fixed ?? type, graphs.symbols[own[0].id ?? ""]?.isNominal == true
      else { return }
      let property = graphs.members[own[0].id ?? ""]?.lazy.compactMap { graphs.symbols[$0] }
        .first { last.name == "ID" && $0.path.last == "id" }
      if let property {
        property.fragments.compactMap(\.preciseIdentifier).forEach(add)
      } else {
        modules.insert("Foundation")
      }
    }
    for requirement in model.requirements { requirement.visit(read) }
    for type in model.associatedTypes {
      for constraint in type.constraints + [type.fixed].compactMap({ $0 }) {
        constraint.visit(read)
      }
    }
    return modules
  }

  private static func spiGroups(
    of model: ProtocolModel, in graphs: SymbolGraphs, _ sources: SourceFiles
  ) -> [String: Set<String>] {
    var groups: [String: Set<String>] = [:]
    if !graphs.hasSPI { return groups }
    func add(_ type: SwiftType) {
      guard case .named(let parts) = type else { return }
      for symbol in parts.compactMap({ graphs.symbols[$0.id ?? ""] }) where symbol.isSPI {
        groups[symbol.module, default: []].formUnion(
          sources.file(of: symbol).spiGroups(around: symbol))
      }
    }
    for symbol in model.declaredIn where symbol.isSPI {
      groups[symbol.module, default: []].formUnion(model.spiGroups)
    }
    for requirement in model.requirements {
      requirement.visit(add)
      guard let symbol = requirement.symbol, let names = requirement.spiGroups else { continue }
      groups[symbol.module, default: []].formUnion(names)
    }
    return groups
  }

  /// `import struct Foundation.Date`
  private static func isDeclaration(_ line: String) -> Bool { imported(line).contains(" ") }

  /// By what is imported, whatever stands before it.
  private static func sorted(_ lines: [String]) -> [String] {
    if lines.count < 2 { return lines }
    return lines.map { (key: imported($0), line: $0) }.sorted { $0.key < $1.key }.map(\.line)
  }

  private static func imported(_ line: String) -> String {
    if line.hasPrefix("import ") { return String(line.dropFirst("import ".count)) }
    return line.components(separatedBy: "import ").last ?? line
  }

  /// The attributes of the fake: a requirement that comes later makes the whole fake come later, as
  /// a stored ID cannot.
  static func availability(for model: ProtocolModel) -> [String] {
    var latest: [String: SymbolGraph.Version] = [:]
    for entry in model.symbol.availability + model.requirements.flatMap(\.availability) {
      // A version of Swift cannot stand beside those of platforms, and asks for the language mode:
      // tests in an older one do not see the protocol either.
      guard let domain = entry.domain, domain != "Swift", let version = entry.introduced else {
        continue
      }
      if let known = latest[domain], !(known < version) { continue }
      latest[domain] = version
    }
    var lines: [String] = []
    if !latest.isEmpty {
      let versions = latest.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.short)" }
      lines.append("@available(" + (versions + ["*"]).joined(separator: ", ") + ")")
    }
    for entry in model.symbol.availability where entry.isUnconditionallyDeprecated {
      let message = entry.message.map { ", message: \"\($0)\"" } ?? ""
      lines.append("@available(*, deprecated\(message))")
    }
    return lines
  }
}

extension SymbolGraph.Version {
  static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  /// `14` or `14.2`
  fileprivate var short: String {
    if patch > 0 { return text }
    return minor > 0 ? "\(major).\(minor)" : "\(major)"
  }
}

extension Requirement {
  /// Whether a closure is isolated and not `@Sendable`, as in modules in Swift 5 mode.
  ///
  /// A module in Swift 6 mode has no such type, and meets it only where its concurrency is relaxed.
  fileprivate var hasOldIsolatedClosure: Bool {
    if id.count(of: "Yc") == 0 { return false }
    let isIsolated = (parameters.map(\.type) + [result]).contains { type in
      type.contains { part in
        guard case .prefixed(let word, _) = part else { return false }
        return word.isGlobalActor
      }
    }
    guard isIsolated else { return false }
    let count = id.count(of: "ScMYc")
    return count > id.count(of: "YbScMYc") || count == 0
  }
}
