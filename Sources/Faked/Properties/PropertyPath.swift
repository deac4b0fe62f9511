/// Where a path through stored properties ends.
enum PathEnd {
  case value(Any)
  /// The path goes on, but at this part of it there is `nil`.
  case nothing(at: String)
  case unknown(UnknownPart)
}

/// A step of a path that leads nowhere, and those that would lead on.
struct UnknownPart {
  enum Known {
    case properties([String])
    case keys([String])
    case elements(count: Int)
  }
  let name: String
  let ownerPath: String
  let ownerType: Any.Type
  let known: Known
}

/// Follows `user.address.city`, `items.0.name`, `items[0].name` or `ages["Ann"]` into a value.
func follow(_ path: String, into root: Any) -> PathEnd {
  var value = root
  var walked = ""
  for step in pathSteps(path) {
    guard let owner = bare(value) else { return .nothing(at: walked) }
    switch part(step, of: owner) {
    case .found(let part):
      value = part
    case .missing(let known):
      return .unknown(
        UnknownPart(name: step, ownerPath: walked, ownerType: type(of: owner), known: known))
    }
    walked += walked.isEmpty ? step : "." + step
  }
  return .value(value)
}

// MARK: - One step

private enum Step {
  case found(Any)
  case missing(known: UnknownPart.Known)
}

private func part(_ step: String, of owner: Any) -> Step {
  let mirror = Mirror(reflecting: owner)
  switch mirror.displayStyle {
  case .collection:
    if let index = Int(step), index >= 0, let element = mirror.children.dropFirst(index).first {
      return .found(element.value)
    }
    return .missing(known: .elements(count: mirror.children.count))
  case .dictionary:
    let entries = mirror.children.compactMap { entry(of: $0.value) }
    if let entry = entries.first(where: { $0.key == step }) { return .found(entry.value) }
    return .missing(known: .keys(entries.map(\.key)))
  default:
    let properties = storedProperties(of: owner)
    if let property = properties.first(where: { $0.name == step }) { return .found(property.value) }
    // The name a property is stored under is the only way to a wrapper itself.
    if let stored = properties.first(where: { $0.storedName == step }) {
      return .found(stored.storage)
    }
    return .missing(known: .properties(properties.map(\.name)))
  }
}

/// Reflection shows an entry of a dictionary as a tuple of key and value.
private func entry(of pair: Any) -> (key: String, value: Any)? {
  let parts = Array(Mirror(reflecting: pair).children)
  guard parts.count == 2, let key = bare(parts[0].value) else { return nil }
  return ("\(key)", parts[1].value)
}

/// Dots part the steps, except in brackets, where a key may have dots of its own.
private func pathSteps(_ path: String) -> [String] {
  var steps: [String] = []
  var step = ""
  var isInBrackets = false
  var isAfterBracket = false
  func endStep() {
    if !isAfterBracket { steps.append(step) }
    step = ""
  }
  for character in path {
    switch character {
    case "]" where isInBrackets:
      let isQuoted = step.count > 1 && step.hasPrefix("\"") && step.hasSuffix("\"")
      steps.append(isQuoted ? String(step.dropFirst().dropLast()) : step)
      step = ""
      (isInBrackets, isAfterBracket) = (false, true)
    case _ where isInBrackets:
      step.append(character)
    case "[":
      endStep()
      isInBrackets = true
    case ".":
      endStep()
      isAfterBracket = false
    default:
      step.append(character)
      isAfterBracket = false
    }
  }
  endStep()
  return steps
}
