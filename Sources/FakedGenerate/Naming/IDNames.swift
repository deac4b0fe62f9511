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

  private static let always = LibraryNames.members.union(unusable)

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
/// The texts of IDs, which failures show.
enum IDLabels {
  /// Returns the texts for a function, from its name to a text that no other function has.
  static func candidates(_ request: IDRequest, _ requirements: [Requirement]) -> [String] {
    let requirement = requirements[request.requirement]
    let suffix =
      switch request.role {
      case .get: requirement.hasSetter ? ".get" : ""
      case .set: ".set"
      case .call, .make: ""
      }
    let word = requirement.isStatic ? "static " : ""
    if requirement.kind == .property {
      return [requirement.name + suffix, word + requirement.name + suffix]
    }
    let parameters = requirement.parameters.map {
      "\(requirement.label(of: $0)): \($0.type.text.replacing("`", with: ""))"
    }
    let exact = "\(requirement.name)(\(parameters.joined(separator: ", ")))"
    let whole = "\(word)\(exact)\(requirement.effects.text) -> \(requirement.result.text)"
    let conditions = requirement.conditions.map(\.text)
    let constraints = requirement.generics.flatMap { generic in
      generic.constraints.map { "\(generic.name): \($0.text)" }
    }
    let clauses = [conditions, constraints + conditions].filter { !$0.isEmpty }
    return [requirement.fullName + suffix, exact + suffix, whole + suffix]
      + clauses.map { "\(whole) where \($0.joined(separator: ", "))\(suffix)" }
  }

  /// Returns for each function the first text that no other function has.
  static func unique(_ requests: [IDRequest], _ requirements: [Requirement]) -> [String] {
    let candidates = requests.map { Self.candidates($0, requirements) }
    var levels = candidates.map { _ in 0 }
    while true {
      let names = candidates.indices.map { candidates[$0][levels[$0]] }
      if Set(names).count == names.count { return names }
      let groups = Dictionary(grouping: candidates.indices) { names[$0] }
      let longer = groups.values.filter { $0.count > 1 }.joined().filter {
        levels[$0] + 1 < candidates[$0].count
      }
      if longer.isEmpty { return numbered(names) }
      for index in longer { levels[index] += 1 }
    }
  }

  private static func numbered(_ names: [String]) -> [String] {
    var used: Set<String> = []
    return names.map { name in
      var unique = name
      var count = 1
      while !used.insert(unique).inserted {
        count += 1
        unique = name + String(count)
      }
      return unique
    }
  }
}
