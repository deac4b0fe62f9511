// An associated type of a protocol is a generic parameter of its fake, or a type that is known.
extension ProtocolReader {
  /// Sorts the conditions into fixed types, constraints, and conditions of the fake.
  func fixAssociatedTypes() {
    leaveCollectionTypes()
    useSelfAsIterator()
    if model.associatedTypes.isEmpty, conditions.isEmpty {
      model.requirements = Requirement.merged(model.requirements)
      return
    }
    let names = model.associatedTypes.map(\.name)
    model.requirements = model.requirements.map { $0.withGenerics(besides: names) }
    // `Failure` was added to `AsyncSequence` later. The iterator determines it.
    let errors =
      names.contains("Failure") || !names.contains("AsyncIterator")
      ? [:] : ["Failure": "AsyncIterator.Failure"]
    var left: [Condition] = []
    for condition in conditions.map({
      $0.replacing(unshadowed).replacing(withoutSelf).about(errors).turned(to: names)
    }) where !left.contains(condition) {
      guard let index = names.firstIndex(where: { $0 == condition.left.plainName }) else {
        left.append(condition)
        continue
      }
      if !condition.isSame {
        if !model.associatedTypes[index].constraints.contains(condition.right) {
          model.associatedTypes[index].constraints.append(condition.right)
        }
      } else if isMember(condition.right, of: names) {
        left.append(condition)
      } else if !leads(condition.right, to: names[index]) {
        model.associatedTypes[index].fixed = condition.right
      }
    }
    fixMembers(left)
    order()
    replaceFixedTypes(left)
  }

  /// Removes the associated types of a collection that have defaults, and refuses conditions about them.
  private func leaveCollectionTypes() {
    guard model.known.contains("Swift.Collection") else { return }
    let names: Set = ["Iterator", "SubSequence", "Indices"]
    model.associatedTypes.removeAll { names.contains($0.name) }
    for condition in conditions {
      let sides = [condition.left, condition.right].map { $0.replacing(withoutSelf).text }
      if names.isDisjoint(with: sides) { continue }
      model.unreadable.append(("where " + condition.text, model.type.place()))
    }
  }

  /// Makes a sequence that is also an iterator its own iterator, as Swift does by default.
  private func useSelfAsIterator() {
    for (name, sequence, iterator) in [
      ("Iterator", "Swift.Sequence", "Swift.IteratorProtocol"),
      ("AsyncIterator", "Swift.AsyncSequence", "Swift.AsyncIteratorProtocol"),
    ] where model.known.isSuperset(of: [sequence, iterator]) {
      let constraints = model.associatedTypes.first { $0.name == name }?.constraints
      let isConditional = conditions.contains { condition in
        [condition.left, condition.right].contains { $0.replacing(withoutSelf).plainName == name }
      }
      guard constraints?.map(\.text) == [name + "Protocol"], !isConditional else { continue }
      conditions.append(Condition(left: .name(name), isSame: true, right: .name("Self")))
    }
  }

  /// Fixes a type by a member of a fixed one: `Key == Keys.Element`.
  private func fixMembers(_ conditions: [Condition]) {
    for condition in conditions where condition.isSame {
      guard case .named(let parts) = condition.right, parts.count == 2, parts[1].arguments.isEmpty,
        let type = model.associatedTypes.first(where: { $0.name == parts[0].name })?.fixed,
        type != .name("Self"),
        !model.associatedTypes.contains(where: { $0.name == type.plainName }),
        let index = model.associatedTypes.firstIndex(where: {
          $0.name == condition.left.plainName && $0.fixed == nil
        })
      else { continue }
      model.associatedTypes[index].fixed = .member(type, parts[1].name)
    }
  }

  /// Returns `Item` for `Self.Item`. The metatype `Self.Type` stays as it is.
  func withoutSelf(_ type: SwiftType) -> SwiftType? {
    guard case .named(let parts) = type, parts.count > 1, parts[0].name == "Self",
      parts[1].meaning != nil || !["Type", "Protocol"].contains(parts[1].name)
    else { return nil }
    return SwiftType.named(Array(parts.dropFirst())).replacing(withoutSelf)
  }

  /// Returns a Boolean value that indicates whether the type has a member of an associated type, such as
  /// `Rows.Element`.
  private func isMember(_ type: SwiftType, of names: [String]) -> Bool {
    type.contains { part in
      guard case .named(let parts) = part, parts.count > 1 else { return false }
      return names.contains(parts[0].name)
    }
  }

  /// Returns a Boolean value that indicates whether a type depends on the name. If `A == B` and `B == A`, for example,
  /// `B` depends on `A`.
  private func leads(_ type: SwiftType, to name: String) -> Bool {
    type.contains { part in
      guard case .named(let parts) = part, parts.count == 1 else { return false }
      if parts[0].name == name { return true }
      let fixed = model.associatedTypes.first { $0.name == parts[0].name }?.fixed
      return fixed.map { leads($0, to: name) } ?? false
    }
  }

  /// Sorts the primary associated types first, in the order in the angle brackets of the protocol.
  private func order() {
    let first = primary.compactMap { name in
      model.associatedTypes.first { $0.name == name }
    }
    model.associatedTypes = first + model.associatedTypes.filter { !primary.contains($0.name) }
  }

  /// Returns the condition with a generic parameter of the fake on its left. `nil` if it contains only fixed types.
  private func about(_ condition: Condition, not fixed: Set<String>) -> Condition? {
    let open = model.generics.map(\.name)
    if condition.left.mentions(open), !condition.right.mentions(fixed) { return condition }
    guard condition.right.mentions(open) else { return nil }
    if condition.isSame, !condition.left.mentions(fixed) {
      return Condition(left: condition.right, isSame: true, right: condition.left)
    }
    model.unreadable.append(("where " + condition.text, model.type.place()))
    return nil
  }

  /// Replaces the names of fixed types everywhere.
  private func replaceFixedTypes(_ left: [Condition]) {
    let fixed = model.associatedTypes.filter { $0.fixed != nil }
    func settled(_ type: SwiftType) -> SwiftType? {
      if let changed = withoutSelf(type) { return changed.replacing(settled) }
      guard case .named(let parts) = type, parts.count == 1, parts[0].arguments.isEmpty,
        !parts[0].isGenericParameter,
        let match = fixed.first(where: { $0.name == parts[0].name })?.fixed, match != type
      else { return nil }
      return match.replacing(settled)
    }
    let names = Set(fixed.map(\.name))
    model.requirements = model.requirements.map { $0.replacing(unshadowed) }
    for index in model.associatedTypes.indices {
      model.associatedTypes[index].constraints = model.associatedTypes[index].constraints.map {
        $0.replacing(unshadowed)
      }
    }
    for condition in left {
      guard let condition = about(condition.replacing(settled), not: names),
        condition.left != condition.right
      else { continue }
      if !model.conditions.contains(condition) { model.conditions.append(condition) }
    }
    for index in model.associatedTypes.indices {
      model.associatedTypes[index].fixed = model.associatedTypes[index].fixed?.replacing(settled)
      model.associatedTypes[index].constraints = model.associatedTypes[index].constraints.map {
        $0.replacing(settled)
      }
    }
    model.requirements = Requirement.merged(
      model.requirements.map { $0.replacing(settled) })
  }

  /// Returns `Swift.Error` for `Error` if the protocol has an associated type `Error`.
  private func unshadowed(_ type: SwiftType) -> SwiftType? {
    guard case .named(let parts) = type,
      model.associatedTypes.contains(where: { $0.name == parts[0].name })
    else { return nil }
    let module: String
    switch parts[0].meaning {
    case .declared(let type): module = type.module
    case .toolchain(let name): module = name
    default: return nil
    }
    let inside = parts.changingArguments { $0.replacing(unshadowed) }
    return .named([SwiftType.Part(name: module)] + inside)
  }
}

extension Requirement {
  /// Returns the requirement with new names for generic parameters that hide a generic parameter of the fake.
  fileprivate func withGenerics(besides names: [String]) -> Requirement {
    var taken = Set(names + generics.map(\.name))
    var others: [String: String] = [:]
    for name in generics.map(\.name) where names.contains(name) {
      var other = "Other" + name
      while !taken.insert(other).inserted { other = "Other" + other }
      others[name] = other
    }
    if others.isEmpty { return self }
    var renamed = replacing { part in
      guard case .named(var parts) = part, let other = others[parts[0].name] else { return nil }
      parts[0].name = other
      return .named(parts)
    }
    for index in generics.indices {
      renamed.generics[index].name = others[generics[index].name] ?? generics[index].name
    }
    return renamed
  }
}

extension Condition {
  /// Returns the condition with a new name on its left.
  fileprivate func about(_ names: [String: String]) -> Condition {
    guard let name = left.plainName.flatMap({ names[$0] }) else { return self }
    return Condition(
      left: .named(name.split(separator: ".").map { .init(name: String($0)) }), isSame: isSame,
      right: right)
  }

  /// Returns the condition with one of the names on its left.
  fileprivate func turned(to names: [String]) -> Condition {
    guard isSame, !names.contains(where: { $0 == left.plainName }),
      names.contains(where: { $0 == right.plainName })
    else { return self }
    return Condition(left: right, isSame: true, right: left)
  }
}

// A protocol may restate a property that it inherits.
extension ProtocolReader {
  /// Fixes associated types by two declarations of one property: `id: String` next to `id: ID`.
  func fixRestatedProperties() {
    let properties = model.requirements.filter { $0.kind == .property }
    for (index, first) in properties.enumerated() {
      for second in properties[(index + 1)...]
      where first.name == second.name && first.isStatic == second.isStatic {
        unify(first.result, second.result)
      }
    }
  }

  /// Fixes the associated types in one type by comparing its parts with the parts of the other type.
  private func unify(_ left: SwiftType, _ right: SwiftType) {
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
}
