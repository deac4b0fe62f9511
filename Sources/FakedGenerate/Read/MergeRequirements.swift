// Requirements that say the same twice, as a protocol may repeat what it inherits.
extension Requirement {
  /// One for each member that a fake has to have, with the fewest effects that any of them allows.
  static func merged(_ requirements: [Requirement]) -> [Requirement] {
    var merged: [Requirement] = []
    for requirement in requirements {
      guard let index = merged.firstIndex(where: { $0.isSameMember(as: requirement) }) else {
        merged.append(requirement)
        continue
      }
      merged[index].hasSetter = merged[index].hasSetter || requirement.hasSetter
      if !requirement.effects.isAsync { merged[index].effects.isAsync = false }
      if requirement.effects.throwing == .never
        || (merged[index].effects.throwing == .any && requirement.effects.canThrow)
      {
        merged[index].effects.throwing = requirement.effects.throwing
      }
    }
    return merged
  }

  private func isSameMember(as other: Requirement) -> Bool {
    guard kind == other.kind, isStatic == other.isStatic, name == other.name else { return false }
    return parameters.map(\.label) == other.parameters.map(\.label)
      && parameters.map(\.type) == other.parameters.map(\.type)
      && result == other.result && generics.map(\.constraints) == other.generics.map(\.constraints)
      && conditions == other.conditions
  }

  func replacing(_ change: (SwiftType) -> SwiftType?) -> Requirement {
    var changed = self
    changed.result = result.replacing(change)
    if case .type(let error) = effects.throwing {
      changed.effects.throwing = .type(error.replacing(change))
    }
    for index in parameters.indices {
      changed.parameters[index].type = parameters[index].type.replacing(change)
    }
    for index in generics.indices {
      changed.generics[index].constraints = generics[index].constraints.map {
        $0.replacing(change)
      }
    }
    changed.conditions = conditions.map { $0.replacing(change) }
    return changed
  }
}

extension Requirement.Parameter {
  /// What a caller writes before the value.
  var label: String { first }
}
