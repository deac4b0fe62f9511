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
      // What cannot fail may stand for what can.
      if requirement.kind == .initializer("") { merged[index].kind = requirement.kind }
      // What one demands of any caller, the other gets too.
      if merged[index].globalActor != requirement.globalActor {
        merged[index].attributes.removeAll(where: \.isGlobalActor)
        merged[index].isNonisolated = true
      }
      if !requirement.isOfActor { merged[index].isOfActor = false }
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
    guard kind.isLike(other.kind), isStatic == other.isStatic, name == other.name else {
      return false
    }
    let (left, right) = (canonical, other.canonical)
    // By their texts, as what the toolchain requires was not read from a symbol graph.
    return fullName == other.fullName
      && left.parameters.map(\.type.text) == right.parameters.map(\.type.text)
      && left.result.text == right.result.text
      && left.generics.map { Set($0.constraints.map(\.text)) }
        == right.generics.map { Set($0.constraints.map(\.text)) }
      && left.conditionTexts == right.conditionTexts
  }

  /// With the names of its generic parameters by their place, as `<A>` and `<B>` say the same.
  private var canonical: Requirement {
    if generics.isEmpty { return self }
    let names = generics.map(\.name)
    return replacing { part in
      guard case .named(var parts) = part, let index = names.firstIndex(of: parts[0].name) else {
        return nil
      }
      parts[0].name = "$\(index)"
      parts[0].id = nil
      return .named(parts)
    }
  }

  /// The order of conditions says nothing, nor do the sides of an equation.
  private var conditionTexts: Set<String> {
    Set(
      conditions.map { condition in
        let sides = [condition.left.text, condition.right.text]
        return condition.isSame ? sides.sorted().joined(separator: "==") : condition.text
      })
  }

  /// Hands over every part of every type.
  func visit(_ body: (SwiftType) -> Void) {
    result.visit(body)
    if case .type(let error) = effects.throwing { error.visit(body) }
    for parameter in parameters { parameter.type.visit(body) }
    for generic in generics {
      for constraint in generic.constraints { constraint.visit(body) }
    }
    for condition in conditions {
      condition.left.visit(body)
      condition.right.visit(body)
    }
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

extension Requirement.Kind {
  fileprivate func isLike(_ other: Requirement.Kind) -> Bool {
    if case (.initializer, .initializer) = (self, other) { return true }
    return self == other
  }
}
