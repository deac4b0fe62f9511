// An associated type of a protocol is a generic parameter of its fake, or a type that is known.
extension ProtocolReader {
  /// Sorts the conditions into fixed types, constraints, and conditions of the fake.
  func fixAssociatedTypes() {
    fixRestatedProperties()
    addFailureOfIterator()
    let all = model.associatedTypes.map(\.name)
    model.requirements = model.requirements.map { $0.withGenerics(besides: all) }
    var open = conditions.map { $0.replacing(withoutSelf).turned(to: all) }
    var isChanged = true
    while isChanged {
      isChanged = false
      open = open.filter { condition in
        var condition = condition.replacing(settled).turned(to: model.generics.map(\.name))
        condition.right = memberOfFixed(condition.right)
        guard let name = condition.left.plainName,
          let index = model.associatedTypes.firstIndex(where: { $0.name == name && $0.fixed == nil }
          )
        else { return true }
        if !condition.isSame {
          model.associatedTypes[index].constraints.add([condition.right])
          return false
        }
        // `Key == Keys.Element` is a condition of the fake if `Keys` is one of its parameters.
        if isMember(condition.right, of: all) { return true }
        if !condition.right.mentions([name]) {
          model.associatedTypes[index].fixed = condition.right
          isChanged = true
        }
        return false
      }
    }
    for condition in open { addCondition(condition.replacing(settled)) }
    // The primary associated types come first, in the order in the angle brackets of the protocol.
    let first = primary.compactMap { name in model.associatedTypes.first { $0.name == name } }
    model.associatedTypes = first + model.associatedTypes.filter { !primary.contains($0.name) }
    for index in model.associatedTypes.indices {
      model.associatedTypes[index].fixed = model.associatedTypes[index].fixed?.replacing(settled)
      model.associatedTypes[index].constraints = model.associatedTypes[index].constraints.map {
        $0.replacing(settled)
      }
    }
    model.requirements = Requirement.merged(
      model.requirements.map { $0.replacing(settled) })
  }

  /// Adds a condition with a generic parameter of the fake on its left. Leaves out one about fixed types.
  private func addCondition(_ condition: Condition) {
    let names = model.generics.map(\.name)
    let fixed = model.associatedTypes.filter { $0.fixed != nil }.map(\.name)
    var condition = condition
    if !condition.left.mentions(names) || condition.right.mentions(fixed) {
      guard condition.right.mentions(names) else { return }
      if !condition.isSame || condition.left.mentions(fixed) { return refuse(condition) }
      condition = Condition(left: condition.right, isSame: true, right: condition.left)
    }
    // Swift has no condition for a part of a type: `[Row] == [Int]`.
    guard case .named = condition.left else { return refuse(condition) }
    if condition.left != condition.right, !model.conditions.contains(condition) {
      model.conditions.append(condition)
    }
  }

  private func refuse(_ condition: Condition) {
    model.unreadable.append("faked-generate cannot meet the condition 'where \(condition.text)'")
  }

  /// Adds conditions for `Failure`, which was added to `AsyncSequence` later, and must equal the iterator's.
  private func addFailureOfIterator() {
    let names = model.associatedTypes.map(\.name)
    guard names.contains("AsyncIterator") else { return }
    let failure = SwiftType.named([.init(name: "AsyncIterator"), .init(name: "Failure")])
    if !names.contains("Failure") {
      conditions = conditions.map {
        $0.replacing(withoutSelf).replacing { $0.plainName == "Failure" ? failure : nil }
      }
    } else if model.known.contains("Swift.AsyncSequence") {
      conditions.append(Condition(left: .name("Failure"), isSame: true, right: failure))
    }
  }

  /// Fixes associated types by two declarations of one property: `id: String` next to `id: ID`.
  private func fixRestatedProperties() {
    let names = model.associatedTypes.map(\.name)
    let properties = model.requirements.filter { $0.kind == .property }
    for first in properties {
      guard let name = first.result.replacing(withoutSelf).plainName, names.contains(name) else {
        continue
      }
      for second in properties where second.name == first.name {
        if second.isStatic != first.isStatic || second.result.mentions([name]) { continue }
        conditions.append(Condition(left: .name(name), isSame: true, right: second.result))
      }
    }
  }

  /// Returns `Item` for `Self.Item`. The metatype `Self.Type` stays as it is.
  private func withoutSelf(_ type: SwiftType) -> SwiftType? {
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

  /// Returns the type that a fixed name stands for.
  private func settled(_ type: SwiftType) -> SwiftType? {
    if let changed = withoutSelf(type) { return changed.replacing(settled) }
    guard case .named(let parts) = type, parts[0].arguments.isEmpty, !parts[0].isGenericParameter,
      let match = model.associatedTypes.first(where: { $0.name == parts[0].name })?.fixed,
      parts.count == 1, match != type
    else { return nil }
    return match.replacing(settled)
  }

  /// Returns the member of a fixed type: `[Int].Element` for `Keys.Element`.
  private func memberOfFixed(_ type: SwiftType) -> SwiftType {
    guard case .named(let parts) = type, parts.count == 2, parts[1].arguments.isEmpty,
      let fixed = model.associatedTypes.first(where: { $0.name == parts[0].name })?.fixed,
      fixed != .name("Self"), !model.associatedTypes.contains(where: { $0.name == fixed.plainName })
    else { return type }
    return .member(fixed, parts[1].name)
  }
}

extension Condition {
  /// Returns the condition with one of the names on its left.
  fileprivate func turned(to names: [String]) -> Condition {
    guard isSame, !names.contains(where: { $0 == left.plainName }),
      names.contains(where: { $0 == right.plainName })
    else { return self }
    return Condition(left: right, isSame: true, right: left)
  }
}

extension Requirement {
  /// Returns the requirement with new names for generic parameters that hide a generic parameter of the fake.
  fileprivate func withGenerics(besides names: [String]) -> Requirement {
    var renamed = self
    for index in generics.indices where names.contains(generics[index].name) {
      let (name, taken) = (generics[index].name, names + renamed.generics.map(\.name))
      var other = "Other" + name
      while taken.contains(other) { other = "Other" + other }
      renamed = renamed.changing { $0.renaming([name: other]) }
      renamed.generics[index].name = other
    }
    return renamed
  }
}
