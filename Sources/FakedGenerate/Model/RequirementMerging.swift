// A protocol may repeat a requirement that it inherits.
extension Requirement {
  /// Returns one requirement for each member of the fake, with the effects that all of them allow.
  static func merged(_ requirements: [Requirement]) -> [Requirement] {
    var merged: [Requirement] = []
    for requirement in requirements {
      guard let index = merged.firstIndex(where: { $0.isSameMember(as: requirement) }) else {
        merged.append(requirement)
        continue
      }
      merged[index].hasSetter = merged[index].hasSetter || requirement.hasSetter
      // An initializer that cannot fail meets a failable requirement.
      if requirement.kind == .initializer("") { merged[index].kind = requirement.kind }
      // A nonisolated member meets an isolated requirement.
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
    // Texts are compared, because requirements of the toolchain have no identifiers.
    return fullName == other.fullName
      && left.parameters.map(\.type.text) == right.parameters.map(\.type.text)
      && left.result.text == right.result.text
      && left.generics.map { Set($0.constraints.map(\.text)) }
        == right.generics.map { Set($0.constraints.map(\.text)) }
      && left.conditionTexts == right.conditionTexts
  }

  /// The requirement with numbers for its generic parameters, since `<A>` and `<B>` are the same.
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

  /// The conditions, regardless of their order and of the order of the sides of `==`.
  private var conditionTexts: Set<String> {
    Set(
      conditions.map { condition in
        let sides = [condition.left.text, condition.right.text]
        return condition.isSame ? sides.sorted().joined(separator: "==") : condition.text
      })
  }
}

extension Requirement.Kind {
  fileprivate func isLike(_ other: Requirement.Kind) -> Bool {
    if case (.initializer, .initializer) = (self, other) { return true }
    return self == other
  }
}
