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
