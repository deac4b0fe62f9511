/// Writes the fake of a struct of closures: an ID for each closure, and a property that creates the struct.
struct ClosureStructFake {
  private let type: Declaration
  private let style: FakeStyle
  private let resolver: TypeResolver

  init(_ type: Declaration, _ resolver: TypeResolver, _ style: FakeStyle) {
    (self.type, self.resolver, self.style) = (type, resolver, style)
  }

  /// Returns a Boolean value that indicates whether most stored properties of a struct are closures.
  static func isStructOfClosures(_ type: Declaration, with resolver: TypeResolver) -> Bool {
    let stored = storedProperties(of: type, with: resolver)
    return !type.isPrivate && stored.count { resolver.closure($0.type) != nil } * 2 > stored.count
  }

  /// A stored property, with the meaning of its type.
  private typealias Stored = (
    name: String, type: SwiftType, isConstant: Bool, hasValue: Bool, access: Access
  )

  private static func storedProperties(
    of type: Declaration, with resolver: TypeResolver
  ) -> [Stored] {
    let generics = Set(type.generics.map(\.name))
    return type.members.filter { $0.kind == .variable || $0.kind == .constant }
      .compactMap { member in
        guard !member.isStatic, let property = try? Property(member), property.isStored else {
          return nil
        }
        let scope = TypeResolver.Scope(declaration: type, generics: generics)
        return (
          property.name, resolver.bound(property.type, in: scope), property.isConstant,
          member.tokens.contains { $0.text == "=" }, member.access(in: type)
        )
      }
  }

  private var name: String { resolver.name(of: type) }
  private var fakeName: String { LibraryNames.fakeName(for: type.path) }
  private var access: String { style.isPublic ? type.access.word + " " : "" }

  func outcome() -> FakeOutcome {
    do { return .written(try fake()) } catch let refusal as Refusal {
      return .refused(refusal)
    } catch {
      return .refused(Refusal("\(error)", instead: "the fake"))
    }
  }

  private func fake() throws -> GeneratedFake {
    guard type.generics.isEmpty else {
      throw Refusal(
        "\(name) is generic",
        instead: "\(fakeName) for the types that a test uses, with an ID for each closure")
    }
    let properties = Self.storedProperties(of: type, with: resolver)
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
      let id = LibraryNames.members.contains(label) ? label + "ID" : label
      ids.append("  \(access)let \(id.escaped): \(function.idText) = \"\(label)\"")
      arguments.append("\(label): \(closure(of: function, id))")
    }
    var call = Call(arguments)
    call.function = name
    let property =
      LibraryNames.members.contains(property) ? property + "Value" : property.escaped
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
      type.availability.introductions + type.availability.deprecations + [
        "\(access)struct \(fakeName): Faked\(style.isPublic ? ", Sendable" : "") {",
        "  \(access)let instanceId: FakeInstance",
      ]
    lines += ids
    lines.append("")
    lines += initializer
    lines += ["", "  /// The struct, whose closures call this fake."]
    lines += Layout.declaration(head, body: call.lines(), indent: 2)
    lines.append("}")
    let imports = try imports(maker.isInternal, for: properties)
    let code = Layout.conditional(lines, type.compilation)
    return GeneratedFake(
      fakeName: fakeName, text: "\(imports)\n\(code.joined(separator: "\n"))\n")
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
    let last = type.path.last ?? name
    let capitals = last.prefix { $0.isUppercase }
    let count = capitals.count == last.count ? capitals.count : max(1, capitals.count - 1)
    return last.prefix(count).lowercased() + last.dropFirst(count)
  }

  private typealias Maker = (labels: [String], isolation: String, isInternal: Bool)

  /// Returns the initializer that takes the closures.
  private func maker(for variables: [Stored]) throws -> Maker {
    let closures = Set(
      variables.filter { resolver.closure($0.type) != nil && !$0.isConstant }.map(\.name))
    let names = Set(variables.map(\.name))
    let limit: Access = style.isPublic ? .package : .internal
    let own = type.members.filter { $0.kind == .initializer }
    for member in own {
      guard let initializer = try? Requirement(member), initializer.effects == Effects() else {
        continue
      }
      let labels = initializer.parameters.map(\.first)
      let access = member.access(in: type)
      guard closures.isSubset(of: labels), names.isSuperset(of: labels), access >= limit else {
        continue
      }
      let isolation = initializer.attributes.contains("@MainActor") ? "@MainActor " : ""
      return (labels, isolation, access == .internal)
    }
    // The initializer that the compiler adds takes the variables, and the constants without a value.
    let taken = variables.filter { !$0.isConstant || !$0.hasValue }
    if own.isEmpty, limit == .internal, taken.allSatisfy({ $0.access > .private }) {
      return (taken.map(\.name), "", true)
    }
    throw Refusal(
      "\(name) has no visible initializer that takes all of its closures",
      instead: "the fake, with closure(\\.name) for each closure")
  }

  private func check(_ function: SwiftType.Function, of variable: Stored) throws {
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
    _ isTestable: Bool, for variables: [Stored]
  ) throws(Refusal) -> String {
    var model = ProtocolModel(type: type)
    model.declaredIn = [type]
    model.isTestable = isTestable
    model.requirements = variables.map { variable in
      var requirement = Requirement(kind: .property, name: variable.name)
      requirement.result = variable.type
      return requirement
    }
    return try FakeImports(of: model, with: resolver, style).text()
  }
}
