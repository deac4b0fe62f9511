/// Writes the fake of a struct of closures: an ID for each closure, and a property that creates the struct.
struct ClosureStructFake {
  let type: Declaration
  let isPublic: Bool
  let resolver: TypeResolver

  /// A Boolean value that indicates whether most stored properties of the struct are closures.
  var isStructOfClosures: Bool {
    let stored = storedProperties
    return !type.isPrivate && stored.count { closure($0) != nil } * 2 > stored.count
  }

  /// A stored property, with the meaning of its type.
  private typealias Stored = (member: Member, property: Requirement)

  private var storedProperties: [Stored] {
    let generics = Set(type.generics.map(\.name))
    return type.members.compactMap { member in
      guard !member.isStatic, let property = try? Requirement(member), property.isStored else {
        return nil
      }
      let resolved = property.changing { resolver.resolved($0, in: type, generics: generics) }
      return (member, resolved)
    }
  }

  private func closure(_ stored: Stored) -> SwiftType.Function? {
    resolver.closure(stored.property.result)
  }

  private var name: String { resolver.name(of: type) }

  func fake() throws(Refusal) -> GeneratedFake {
    try refuse(
      if: !type.generics.isEmpty, "\(name) is generic",
      instead: "a fake for the types that a test uses, with an ID for each closure")
    let properties = storedProperties
    let maker = try maker(for: properties)
    let access = isPublic ? type.access.word + " " : ""
    var member = FakeMember()
    var (arguments, parameters): ([String], [String]) = ([], [])
    for label in maker.labels {
      guard let stored = properties.first(where: { $0.member.name == label }) else { continue }
      guard let function = closure(stored) else {
        parameters.append("\(label): \(stored.property.result.text)")
        arguments.append("\(label): \(label.escaped)")
        continue
      }
      try check(function, of: label)
      let id = LibraryNames.members.contains(label) ? label + "ID" : label
      member.add(
        .init(identifier: id, label: label), function.parameters.map(\.type),
        function.effects, result: function.result)
      arguments.append("\(label): \(closure(of: function, id))")
    }
    let isTaken = LibraryNames.members.contains(property)
    let own = isTaken ? property + "Value" : property.escaped
    let head =
      maker.isolation + access
      + (parameters.isEmpty
        ? "var \(own): \(name)" : "func \(own)(\(parameters.joined(separator: ", "))) -> \(name)")
    member.lines =
      ["  /// The struct, whose closures call this fake."]
      + Layout.declaration(head, [callText(arguments, to: name)])
    var model = ProtocolModel(type: type)
    model.declaredIn = [type]
    model.isTestable = maker.isInternal
    model.requirements = properties.map(\.property)
    return try FakeWriter.fake(of: model, with: resolver, isPublic: isPublic, members: [member])
  }

  /// Returns the closure that calls the fake.
  private func closure(of function: SwiftType.Function, _ id: String) -> String {
    guard function.parameters.contains(where: { resolver.isTuple($0.type) }) else {
      return "closure(\\.\(id))"
    }
    // The compiler crashes if a function with a parameter pack gets a tuple, and it does not infer the type of an
    // error.
    let values = function.parameters.indices.map { "value\($0 + 1)" }
    let handled = callText(["\\.\(id)"] + values, function.effects)
    return "{ \(values.joined(separator: ", "))\(function.effects.text) in \(handled) }"
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
  private func maker(for variables: [Stored]) throws(Refusal) -> Maker {
    let closures = variables.filter { closure($0) != nil && $0.member.kind == .variable }
    let limit: Access = isPublic ? .package : .internal
    let own = type.members.filter { $0.kind == .initializer }
    for member in own {
      guard let initializer = try? Requirement(member), initializer.effects == Effects() else {
        continue
      }
      let labels = initializer.parameters.map(\.first)
      let access = member.access(in: type)
      guard Set(closures.map(\.member.name)).isSubset(of: labels), access >= limit,
        Set(variables.map(\.member.name)).isSuperset(of: labels)
      else { continue }
      let isolation = initializer.attributes.contains("@MainActor") ? "@MainActor " : ""
      return (labels, isolation, access == .internal)
    }
    // The initializer that the compiler adds takes the variables, and the constants without a value.
    let taken = variables.map(\.member).filter { member in
      member.kind == .variable || !member.tokens.contains { $0.text == "=" }
    }
    if own.isEmpty, limit == .internal, taken.allSatisfy({ $0.access(in: type) > .private }) {
      return (taken.map(\.name), "", true)
    }
    throw Refusal(
      "\(name) has no visible initializer that takes all of its closures",
      instead: "the fake, with closure(\\.name) for each closure")
  }

  private func check(_ function: SwiftType.Function, of name: String) throws(Refusal) {
    for parameter in function.parameters {
      let type = parameter.type
      try refuse(
        if: resolver.nonescaping(type) != nil || type.isVariadic || type.isPrefixed(with: "inout"),
        "'\(name)' takes \(type.text), which the closure of an ID cannot have",
        instead: "the fake, with its own closure for \(name)")
    }
  }
}
