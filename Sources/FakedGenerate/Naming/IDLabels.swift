/// The texts of IDs, which failures show.
enum IDLabels {
  private static func suffix(_ request: IDRequest, _ requirement: Requirement) -> String {
    switch request.role {
    case .get: requirement.hasSetter ? ".get" : ""
    case .set: ".set"
    case .call, .make: ""
    }
  }

  /// From the one that people know the function by to the one that no other function can have.
  static func candidates(_ request: IDRequest, _ requirements: [Requirement]) -> [String] {
    let requirement = requirements[request.requirement]
    let suffix = suffix(request, requirement)
    let word = requirement.isStatic ? "static " : ""
    if requirement.kind == .property {
      return [requirement.name + suffix, word + requirement.name + suffix]
    }
    let parameters = requirement.parameters.map {
      "\(requirement.label(of: $0)): \($0.type.text)"
    }
    let exact = "\(requirement.name)(\(parameters.joined(separator: ", ")))"
    let whole = "\(word)\(exact)\(requirement.effects.text) -> \(requirement.result.text)"
    let conditions = requirement.conditions.map(\.text).joined(separator: ", ")
    return [
      requirement.fullName + suffix, exact + suffix, whole + suffix,
      "\(whole) where \(conditions)\(suffix)",
    ]
  }

  /// The first candidate of each that no other has.
  static func unique(_ requests: [IDRequest], _ requirements: [Requirement]) -> [String] {
    let short = requests.map { request in
      let requirement = requirements[request.requirement]
      return requirement.fullName + suffix(request, requirement)
    }
    // Most protocols have no overloads, and writing all types out takes time.
    if Set(short).count == short.count { return short }
    let candidates: [[String]] = requests.map { Self.candidates($0, requirements) }
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

  static func numbered(_ names: [String]) -> [String] {
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
