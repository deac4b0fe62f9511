/// Which function of a fake an ID stands for.
struct IDRequest: Hashable, Sendable {
  enum Role: Sendable { case call, get, set, make }

  /// The place of the requirement among those of the protocol.
  let requirement: Int
  let role: Role
}

/// The names of the IDs of one fake.
struct IDNames: Sendable {
  struct Name: Sendable {
    let request: IDRequest
    var identifier: String
    /// The text of the ID itself, which failures show: the full name, with its labels.
    var label: String
    /// Whether it differs from the name of the function, as a member of the fake has that.
    var isSuffixed = false
  }

  private(set) var names: [IDRequest: Name] = [:]
  private let requirements: [Requirement]
  /// What a property of the fake cannot be called.
  private let taken: Set<String>

  /// Words that mean something else in a key path.
  private static let unusable: Set<String> = ["self", "init", "Type", "Protocol"]

  /// `kept` has the identifiers that tests use already.
  init(of requirements: [Requirement], kept: [IDRequest: String] = [:]) {
    self.requirements = requirements
    let requests = requirements.indices.flatMap { IDNames.requests(of: requirements[$0], at: $0) }
    let makers = requests.filter { $0.role == .make }
    taken = IDNames.taken(by: requirements)
    for group in [requests.filter { $0.role != .make }, makers] {
      let labels = IDLabels.unique(group, requirements)
      let identifiers = IDIdentifiers(group, requirements, taken: taken, kept: kept).identifiers
      for (request, label) in zip(group, labels) {
        var name = Name(
          request: request, identifier: identifiers[request] ?? "call", label: label)
        name.isSuffixed =
          name.identifier.hasSuffix("ID") && taken.contains(String(name.identifier.dropLast(2)))
        names[request] = name
      }
    }
  }

  subscript(_ requirement: Int, _ role: IDRequest.Role) -> Name {
    let request = IDRequest(requirement: requirement, role: role)
    return names[request] ?? Name(request: request, identifier: "call", label: "call")
  }

  func keyPath(_ requirement: Int, _ role: IDRequest.Role) -> String {
    "\\.\(self[requirement, role].identifier)"
  }

  /// The property that keeps what was written to a property.
  func backing(of requirement: Int) -> String {
    let name = requirements[requirement].name
    let candidates = ["\(name)Value", "\(name)Stored", "\(name)Written"]
    let free = candidates.first { candidate in
      !taken.contains(candidate) && !names.values.contains { $0.identifier == candidate }
    }
    return free ?? "\(name)Value\(requirement)"
  }

  private static let always = FakedNames.members.union(unusable)

  private static func taken(by requirements: [Requirement]) -> Set<String> {
    var taken = always
    for requirement in requirements where !requirement.isStatic {
      let isPlain = requirement.kind == .method && requirement.parameters.isEmpty
      if requirement.kind == .property || isPlain { taken.insert(requirement.name) }
    }
    return taken
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
}
