/// Writes the fake of a struct of closures: an ID for each closure, and a property that creates the struct.
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

  /// Returns a Boolean value that indicates whether most stored properties of a struct are closures.
  static func isStructOfClosures(_ symbol: Symbol, in graphs: SymbolGraphs) -> Bool {
    guard symbol.kind == "swift.struct", !symbol.isPrivate else { return false }
    let resolver = TypeResolver(graphs: graphs)
    let stored = storedProperties(of: symbol, in: graphs)
    return stored.count { resolver.closure($0.type) != nil } * 2 > stored.count
  }

  private static func storedProperties(
    of symbol: Symbol, in graphs: SymbolGraphs
  ) -> [PropertyDeclaration] {
    graphs.members(of: symbol).filter { $0.kind == "swift.property" }
      .compactMap { try? PropertyDeclaration(DeclarationParser($0.fragments)) }.filter(\.isStored)
  }

  private var name: String { resolver.name(of: symbol) }
  private var access: String { style.isPublic ? symbol.access + " " : "" }

  func outcome() -> FakeOutcome {
    do { return .written(try fake()) } catch let refusal as Refusal {
      return .refused(refusal)
    } catch {
      return .refused(Refusal("\(error)", instead: "the fake"))
    }
  }

  private func fake() throws -> GeneratedFake {
    guard !symbol.declaration.contains("<") else {
      throw Refusal(
        "\(name) is generic",
        instead: "\(symbol.fakeName) for the types that a test uses, with an ID for each closure")
    }
    let properties = Self.storedProperties(of: symbol, in: graphs)
    let maker = try maker(for: properties)
    var ids: [String] = []
    var arguments: [String] = []
    var parameters: [String] = []
    for label in maker.labels {
      guard let property = properties.first(where: { $0.name == label }) else { continue }
      let type = resolver.existential(resolver.qualified(property.type))
      guard var function = resolver.closure(type) else {
        parameters.append("\(label): \(type.text)")
        arguments.append("\(label): \(label.escaped)")
        continue
      }
      try check(function, of: property)
      function.parameters = function.parameters.map { .init(label: nil, type: $0.type) }
      let id = FakedNames.members.contains(label) ? label + "ID" : label
      ids.append("  \(access)let \(id.escaped): \(function.idText) = \"\(label)\"")
      arguments.append("\(label): \(closure(of: function, id))")
    }
    var call = Call(arguments)
    call.function = name
    let property =
      FakedNames.members.contains(property) ? property + "Value" : property.escaped
    let head =
      parameters.isEmpty
      ? Signature(words: maker.isolation + access, name: "var \(property): \(name)")
      : Signature(
        words: maker.isolation + access, name: "func \(property)", parameters: parameters,
        result: name)
    let initializer = Layout.declaration(
      Signature(
        words: access, name: "init",
        parameters: ["_ name: \(resolver.standardName("String"))? = nil"]),
      body: ["instanceId = FakeInstance(name)"], indent: 2)
    var lines =
      FakeAvailability.attributes(for: symbol) + [
        "\(access)struct \(symbol.fakeName): Faked\(style.isPublic ? ", Sendable" : "") {",
        "  \(access)let instanceId: FakeInstance",
      ]
    lines += ids
    lines.append("")
    lines += initializer
    lines += ["", "  /// The struct, whose closures call this fake."]
    lines += Layout.declaration(head, body: call.lines(), indent: 2)
    lines.append("}")
    let imports = try imports(maker.isInternal, for: properties)
    let code = Layout.conditional(lines, sources.file(of: symbol).conditions(at: symbol))
    return GeneratedFake(
      fakeName: symbol.fakeName, text: "\(imports)\n\(code.joined(separator: "\n"))\n")
  }

  /// Returns the closure that calls the fake.
  private func closure(of function: SwiftType.Function, _ id: String) -> String {
    guard function.parameters.contains(where: { resolver.isTuple($0.type) }) else {
      return "closure(\\.\(id))"
    }
    // The compiler crashes if a function with a parameter pack gets a tuple.
    var values = function.parameters.indices.map { "$\($0)" }
    var head = ""
    // The compiler does not infer the type of an error.
    if case .type = function.effects.throwing {
      values = function.parameters.indices.map { "value\($0 + 1)" }
      head = values.joined(separator: ", ") + function.effects.text + " in "
    }
    return "{ \(head)\(Call(["\\.\(id)"] + values, effects: function.effects).line) }"
  }

  /// The name of the property with the struct: `apiClient` for `APIClient`.
  private var property: String {
    let last = symbol.path.last ?? name
    let capitals = last.prefix { $0.isUppercase }
    let count = capitals.count == last.count ? capitals.count : max(1, capitals.count - 1)
    return last.prefix(count).lowercased() + last.dropFirst(count)
  }

  /// Returns the initializer that takes the closures.
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
    throw Refusal(
      "\(name) has no visible initializer that takes all of its closures",
      instead: "the fake, with closure(\\.name) for each closure")
  }

  private func check(_ function: SwiftType.Function, of variable: PropertyDeclaration) throws {
    let isVariadic = function.parameters.contains {
      if case .variadic = $0.type { true } else { false }
    }
    if isVariadic {
      throw Refusal(
        "'\(variable.name)' has a variadic parameter, which the closure of an ID cannot have",
        instead: "the fake, with its own closure for \(variable.name)")
    }
    let isPlain = function.parameters.allSatisfy { parameter in
      let isClosure = resolver.nonescaping(parameter.type) != nil
      return !isClosure && !parameter.type.isPrefixed(with: "inout")
    }
    guard isPlain else {
      throw Refusal(
        "'\(variable.name)' takes a closure that does not escape, or an inout value, which a "
          + "call cannot keep",
        instead: "the fake, with its own closure for \(variable.name)")
    }
  }

  private func imports(
    _ isTestable: Bool, for variables: [PropertyDeclaration]
  ) throws(Refusal) -> String {
    var model = ProtocolModel(symbol: symbol)
    model.declaredIn = [symbol]
    model.isTestable = isTestable
    model.requirements = variables.map { variable in
      var requirement = Requirement(kind: .property, name: variable.name)
      requirement.result = variable.type
      return requirement
    }
    return try FakeImports(of: model, in: graphs, sources, style).text()
  }
}
