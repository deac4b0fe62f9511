/// A function of a fake that has an ID.
struct IDRequest: Hashable, Sendable {
  enum Role: Sendable { case call, get, set, make }

  /// The index of the requirement in the protocol.
  let requirement: Int
  let role: Role
}

/// The names of the IDs of one fake.
struct IDNames: Sendable {
  struct Name: Sendable {
    let request: IDRequest
    /// The name of the property.
    var identifier: String
    /// The text of the ID, which failures show: the full name with its labels.
    var label: String
  }

  private var names: [IDRequest: Name] = [:]
  private let requirements: [Requirement]
  /// The names that no ID can have.
  private let taken: Set<String>

  /// The words that have a different meaning in a key path.
  private static let unusable: Set<String> = ["self", "init", "Type", "Protocol"]

  private static let always = FakedNames.members.union(unusable)

  init(of requirements: [Requirement]) {
    self.requirements = requirements
    let requests = requirements.indices.flatMap { IDNames.requests(of: requirements[$0], at: $0) }
    var taken = IDNames.always
    for requirement in requirements where !requirement.isStatic {
      let isPlain = requirement.kind == .method && requirement.parameters.isEmpty
      if requirement.kind == .property || isPlain { taken.insert(requirement.name) }
    }
    self.taken = taken
    for group in [requests.filter { $0.role != .make }, requests.filter { $0.role == .make }] {
      let labels = IDLabels.unique(group, requirements)
      let identifiers = IDIdentifiers(group, requirements, taken: taken).identifiers
      for (request, label) in zip(group, labels) {
        names[request] = Name(
          request: request, identifier: identifiers[request] ?? "call", label: label)
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

  /// Returns the name of the property that keeps the last value of a requirement.
  func backing(of requirement: Int) -> String {
    let isStatic = requirements[requirement].isStatic
    let name = requirements[requirement].name
    let word = isStatic ? "static" + name.capitalizedFirst : name
    let candidates = ["\(word)Value", "\(word)Stored", "\(word)Written"]
    let free = candidates.first { candidate in
      !taken.contains(candidate) && !names.values.contains { $0.identifier == candidate }
    }
    return free ?? "\(word)Value\(requirement)"
  }

  private static func requests(of requirement: Requirement, at index: Int) -> [IDRequest] {
    let roles: [IDRequest.Role] =
      switch requirement.kind {
      case .method, .operator: [.call]
      case .initializer: [.make]
      case .property, .subscript: requirement.hasSetter ? [.get, .set] : [.get]
      }
    return roles.map { IDRequest(requirement: index, role: $0) }
  }
}
