// A protocol may restate a property that it inherits.
extension ProtocolReader {
  /// Fixes associated types by two declarations of one property: `id: String` next to `id: ID`.
  mutating func fixRestatedProperties() {
    let properties = model.requirements.filter { $0.kind == .property }
    for (index, first) in properties.enumerated() {
      for second in properties[(index + 1)...]
      where first.name == second.name && first.isStatic == second.isStatic {
        unify(first.result, second.result)
      }
    }
  }

  /// Fixes the associated types in one type by comparing its parts with the parts of the other type.
  private mutating func unify(_ left: SwiftType, _ right: SwiftType) {
    if left.text == right.text { return }
    let names = model.associatedTypes.map(\.name)
    for (side, other) in [(left, right), (right, left)] {
      guard case .named(let parts) = side.replacing(withoutSelf), parts.count == 1,
        names.contains(parts[0].name), !other.mentions([parts[0].name])
      else { continue }
      conditions.append(Condition(left: .name(parts[0].name), isSame: true, right: other))
      return
    }
    switch (left, right) {
    case (.optional(let left), .optional(let right)), (.array(let left), .array(let right)):
      unify(left, right)
    case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
      unify(key, otherKey)
      unify(value, otherValue)
    case (.named(let left), .named(let right))
    where left.map(\.name) == right.map(\.name):
      for (left, right) in zip(left.flatMap(\.arguments), right.flatMap(\.arguments)) {
        unify(left, right)
      }
    default: return
    }
  }

  /// Finds properties that have the same name but different types.
  mutating func findContradictions() {
    var seen: [String: Requirement] = [:]
    for requirement in model.requirements where requirement.kind == .property {
      let key = (requirement.isStatic ? "static " : "") + requirement.name
      if let first = seen[key] {
        model.contradictions.append((first.declaration, requirement.declaration))
      } else {
        seen[key] = requirement
      }
    }
  }
}
