/// Which function of a fake an ID stands for.
struct IDRequest: Hashable {
  enum Role { case call, get, set, make }

  /// The place of the requirement among those of the protocol.
  let requirement: Int
  let role: Role
}

/// The names of the IDs of one fake.
struct IDNames {
  struct Name {
    var identifier: String
    /// The text of the ID itself, which failures show.
    var label: String
    /// Whether it stands in the holder, as a member of the fake has its name.
    var isHeld: Bool
  }

  /// The property that has the names which clash.
  let holder: String
  private(set) var names: [IDRequest: Name] = [:]

  /// Words that mean something else in a key path.
  private static let unusable: Set<String> = ["self", "init", "Type", "Protocol"]

  init(of requirements: [Requirement]) {
    var taken = FakedNames.members
    for requirement in requirements where !requirement.isStatic {
      let isPlain = requirement.kind == .method && requirement.parameters.isEmpty
      if requirement.kind == .property || isPlain { taken.insert(requirement.name) }
    }
    holder =
      ["id", "ids", "functionIDs"].first { name in
        !requirements.contains { $0.name == name }
      } ?? "fakeIDs"
    taken.insert(holder)
    let requests = requirements.indices.flatMap { IDNames.requests(of: requirements[$0], at: $0) }
    for group in [requests.filter { $0.role != .make }, requests.filter { $0.role == .make }] {
      let owners = group.map(\.requirement)
      let identifiers = IDNames.unique(
        group.map { IDNames.candidates(for: $0, requirements[$0.requirement]) }, owners)
      let labels = IDNames.unique(
        group.map { IDNames.labels(for: $0, requirements[$0.requirement]) }, owners)
      for (index, request) in group.enumerated() {
        var identifier = identifiers[index]
        if IDNames.unusable.contains(identifier) { identifier += "ID" }
        names[request] = Name(
          identifier: identifier, label: labels[index],
          isHeld: request.role != .make && taken.contains(identifier))
      }
    }
  }

  subscript(_ requirement: Int, _ role: IDRequest.Role) -> Name {
    names[IDRequest(requirement: requirement, role: role)]
      ?? Name(identifier: "call", label: "call", isHeld: false)
  }

  func keyPath(_ requirement: Int, _ role: IDRequest.Role) -> String {
    let name = self[requirement, role]
    return name.isHeld ? "\\.\(holder).\(name.identifier)" : "\\.\(name.identifier)"
  }

  private static func requests(of requirement: Requirement, at index: Int) -> [IDRequest] {
    switch requirement.kind {
    case .method, .operator: [IDRequest(requirement: index, role: .call)]
    case .initializer: [IDRequest(requirement: index, role: .make)]
    case .property, .subscript:
      [IDRequest(requirement: index, role: .get)]
        + (requirement.hasSetter ? [IDRequest(requirement: index, role: .set)] : [])
    }
  }

  /// The first candidate of each that no other has; each list goes from short to exact.
  ///
  /// The two IDs of a property or subscript are alike, so what one gets the other gets too.
  private static func unique(_ candidates: [[String]], _ owners: [Int]) -> [String] {
    var levels = candidates.map { _ in 0 }
    func name(_ index: Int) -> String { candidates[index][levels[index]] }
    while true {
      let groups = Dictionary(grouping: candidates.indices, by: name)
      let longer = groups.values.filter { $0.count > 1 }.joined().filter {
        levels[$0] + 1 < candidates[$0].count
      }
      if longer.isEmpty { break }
      let wanted = Set(longer.map { owners[$0] })
      for index in candidates.indices where wanted.contains(owners[index]) {
        levels[index] = min(levels[index] + 1, candidates[index].count - 1)
      }
    }
    let wanted = Set(candidates.indices.map(name))
    var used: Set<String> = []
    return candidates.indices.map { index in
      var unique = name(index)
      if used.insert(unique).inserted { return unique }
      var count = 1
      repeat {
        count += 1
        unique = name(index) + String(count)
      } while wanted.contains(unique) || !used.insert(unique).inserted
      return unique
    }
  }

  private static func candidates(for request: IDRequest, _ requirement: Requirement) -> [String] {
    let parameters = requirement.parameters
    let base = base(for: request, requirement)
    func joined(_ words: [String]) -> String {
      base + words.map(\.capitalizedFirst).joined()
    }
    let labels = parameters.map(\.label).filter { $0 != "_" }
    let shown = requirement.kind == .subscript ? parameters.map(\.first) : labels
    let types = parameters.map { word($0.type.base.text) }
    let result = word(requirement.result.text)
    let plain = joined([])
    if requirement.kind == .property {
      return requirement.isStatic ? [plain, plain + "OfType"] : [plain]
    }
    return [
      plain, joined(shown), joined(parameters.map(\.name)), joined(Array(types.prefix(1))),
      joined([result]), joined(Array(types.prefix(1)) + labels), joined(types),
      joined(types + [result]),
      joined(types + [result] + requirement.conditions.map { word($0.right.text) }),
    ]
  }

  private static func base(for request: IDRequest, _ requirement: Requirement) -> String {
    switch requirement.kind {
    case .method: return requirement.name
    case .property:
      guard requirement.hasSetter else { return requirement.name }
      return (request.role == .get ? "get" : "set") + requirement.name.capitalizedFirst
    case .subscript: return request.role == .get ? "get" : "set"
    case .initializer: return "make"
    case .operator(let fixity):
      return OperatorWords.word(
        for: requirement.name, fixity: fixity, isUnary: requirement.parameters.count == 1)
    }
  }

  /// The letters of a type that a name can have: `[String: Int]?` is `StringInt`.
  private static func word(_ text: String) -> String {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .filter { !["any", "some", "Self"].contains($0) }
      .map { String($0).capitalizedFirst }.joined()
  }

  private static func labels(for request: IDRequest, _ requirement: Requirement) -> [String] {
    let parameters = requirement.parameters
    let names = parameters.map(\.label)
    let suffix: String
    switch request.role {
    case .get: suffix = requirement.hasSetter ? ".get" : ""
    case .set: suffix = ".set"
    case .call, .make: suffix = ""
    }
    let full = requirement.name + "(" + names.map { $0 + ":" }.joined() + ")"
    let typed = zip(names, parameters).map { "\($0): \($1.type.text)" }.joined(separator: ", ")
    let exact = "\(requirement.name)(\(typed))"
    let isStatic = requirement.isStatic ? "static " : ""
    let conditions = requirement.conditions.map(\.text).joined(separator: ", ")
    let clause = conditions.isEmpty ? "" : " where " + conditions
    if requirement.kind == .property {
      return [requirement.name + suffix, isStatic + requirement.name + suffix]
    }
    return [
      requirement.name + suffix, full + suffix, exact + suffix,
      "\(isStatic)\(exact) -> \(requirement.result.text)\(suffix)",
      "\(isStatic)\(exact) -> \(requirement.result.text)\(clause)\(suffix)",
    ]
  }
}
