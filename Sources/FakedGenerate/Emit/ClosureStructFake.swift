/// The fake of a struct of closures: an ID for each closure, and the struct made of them.
struct ClosureStructFake {
  private let symbol: Symbol
  private let graphs: SymbolGraphs
  private let sources: SourceFiles
  private let style: FakeStyle
  private let resolver: TypeResolver

  init(_ symbol: Symbol, _ graphs: SymbolGraphs, _ sources: SourceFiles, _ style: FakeStyle) {
    (self.symbol, self.graphs, self.sources, self.style) = (symbol, graphs, sources, style)
    resolver = TypeResolver(graphs: graphs)
  }

  /// Whether more of its stored properties are closures than are not.
  static func isStructOfClosures(_ symbol: Symbol, in graphs: SymbolGraphs) -> Bool {
    guard symbol.kind == "swift.struct", !symbol.isPrivate else { return false }
    let resolver = TypeResolver(graphs: graphs)
    let stored = graphs.members(of: symbol).filter { $0.kind == "swift.property" }
      .compactMap { try? PropertyDeclaration(DeclarationParser($0.fragments)) }.filter(\.isStored)
    let closures = stored.filter { resolver.closure($0.type) != nil }
    return closures.count * 2 > stored.count
  }

  private var name: String { resolver.name(of: symbol) }
  private var fakeName: String { "Fake" + symbol.path.joined() }
  private var access: String { style.isPublic ? symbol.access + " " : "" }

  func outcome() -> FakeOutcome {
    do { return .written(try fake()) } catch let error as Unwritable {
      return .refused(Refusal(reason: error.reason, instead: error.instead))
    } catch {
      return .refused(Refusal(reason: "\(error)", instead: "the fake"))
    }
  }

  private func fake() throws -> GeneratedFake {
    guard !symbol.declaration.contains("<") else {
      throw Unwritable(
        reason: "\(name) is generic",
        instead:
          "the fake, for the types that a test uses: \(fakeName), with an ID for each closure")
    }
    let variables = graphs.members(of: symbol).filter { $0.kind == "swift.property" }
      .compactMap { try? PropertyDeclaration(DeclarationParser($0.fragments)) }.filter(\.isStored)
    let maker = try maker(for: variables)
    var ids: [String] = []
    var arguments: [String] = []
    var parameters: [String] = []
    for label in maker.labels {
      guard let variable = variables.first(where: { $0.name == label }) else { continue }
      let type = resolver.existential(resolver.qualified(variable.type))
      guard var function = resolver.closure(type) else {
        parameters.append("\(label): \(type.text)")
        arguments.append("\(label): \(label.escaped)")
        continue
      }
      try check(function, of: variable)
      function.parameters = function.parameters.map { .init(label: nil, type: $0.type) }
      let id = FakedNames.members.contains(label) ? label + "ID" : label
      ids.append("  \(access)let \(id.escaped): \(function.idText) = \"\(label)\"")
      arguments.append("\(label): closure(\\.\(id))")
    }
    let call = CallText(start: name, arguments: arguments)
    let property = FakedNames.members.contains(property) ? property + "Value" : property
    let start = maker.isolation + access
    let head = Layout.Signature(
      start: parameters.isEmpty ? "\(start)var \(property): \(name)" : "\(start)func \(property)",
      parameters: parameters.isEmpty ? nil : parameters,
      tail: parameters.isEmpty ? "" : " -> \(name)")
    let lines =
      ["\(access)struct \(fakeName): Faked\(style.isPublic ? ", Sendable" : "") {"]
      + ["  \(access)let instanceId = FakeInstance()"] + ids + [""]
      + (style.isPublic ? ["  \(access)init() {}", ""] : [])
      + ["  /// The struct, whose closures this fake answers."]
      + Layout.declaration(head, body: call.lines(), indent: 2) + ["}"]
    let text =
      imports(maker.isInternal) + "\n"
      + Layout.conditional(lines, sources.file(of: symbol).conditions(at: symbol))
      .joined(separator: "\n") + "\n"
    return GeneratedFake(fakeName: fakeName, text: text)
  }

  /// `apiClient` for `APIClient`.
  private var property: String {
    let last = symbol.path.last ?? name
    let capitals = last.prefix { $0.isUppercase }
    let count = capitals.count == last.count ? capitals.count : max(1, capitals.count - 1)
    return last.prefix(count).lowercased() + last.dropFirst(count)
  }

  /// The initializer that takes the closures.
  private func maker(for variables: [PropertyDeclaration]) throws -> (
    labels: [String], isolation: String, isInternal: Bool
  ) {
    let closures = Set(
      variables.filter { resolver.closure($0.type) != nil && !$0.isConstant }.map(\.name))
    let names = Set(variables.map(\.name))
    for symbol in graphs.members(of: symbol) where symbol.kind == "swift.init" {
      let labels = (symbol.path.last ?? "").dropFirst("init(".count).dropLast()
        .split(separator: ":").map(String.init)
      let declaration = symbol.declaration
      let isPlain = !declaration.hasSuffix("throws") && !declaration.hasSuffix("async")
      guard isPlain, closures.isSubset(of: labels), names.isSuperset(of: labels),
        !symbol.isPrivate, !style.isPublic || ["public", "package"].contains(symbol.access)
      else { continue }
      return (
        labels, declaration.contains("@MainActor init") ? "@MainActor " : "",
        symbol.access == "internal"
      )
    }
    throw Unwritable(
      reason: "no initializer of \(name) that a test sees takes all of its closures",
      instead: "the fake, with closure(\\.name) for each closure")
  }

  private func check(_ function: SwiftType.Function, of variable: PropertyDeclaration) throws {
    let isPlain = function.parameters.allSatisfy { parameter in
      let isClosure = resolver.nonescaping(parameter.type) != nil
      if case .variadic = parameter.type { return false }
      return !isClosure && !parameter.type.isPrefixed(with: "inout")
    }
    guard isPlain else {
      throw Unwritable(
        reason: "'\(variable.name)' takes what a call cannot keep: a closure that does not escape, "
          + "or a value that it changes",
        instead: "the fake, with a closure of its own for \(variable.name)")
    }
  }

  private func imports(_ isTestable: Bool) -> String {
    var model = ProtocolModel(symbol: symbol, module: symbol.module, name: name)
    model.declaredIn = [symbol]
    model.isTestable = isTestable
    return FakeHeader.imports(for: model, in: graphs, sources: sources, style)
  }
}

extension TypeResolver {
  /// The function type of a closure, or of one that may be absent.
  func closure(_ type: SwiftType) -> SwiftType.Function? {
    if case .optional(let wrapped) = type.base { return function(wrapped) }
    return function(type)
  }
}
