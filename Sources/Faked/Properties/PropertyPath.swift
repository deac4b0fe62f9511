/// The value at the end of a path through stored properties, or the reason why there is none.
enum PathEnd {
  case value(Any)
  /// The path continues, but this part of it is `nil`.
  case nothing(at: String)
  case unknown(UnknownPart)
  /// The syntax of the path is not valid.
  case unreadable
}

/// A step of a path that does not exist, and the steps that exist.
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

/// Returns the end of a path such as `user.address.city`, `items.0.name`, `items[0].name`, or `ages["Ann"]`.
func follow(_ path: String, into root: Any) -> PathEnd {
  var value = root
  var walked = ""
  guard let steps = pathSteps(path) else { return .unreadable }
  for step in steps {
    guard let owner = unwrappingOptionals(value) else { return .nothing(at: walked) }
    switch part(step, of: owner) {
    case .found(let part):
      value = part
    case .missing(let known):
      return .unknown(
        UnknownPart(name: step.name, ownerPath: walked, ownerType: type(of: owner), known: known))
    }
    walked += walked.isEmpty ? step.name : "." + step.name
  }
  return .value(value)
}

// MARK: - One step

/// A name, or the text in brackets.
private struct Step {
  /// Without quotes.
  let name: String
  let written: String

  init(_ text: Substring.UTF8View, isInBrackets: Bool = false) {
    written = String(Substring(text))
    let isQuoted =
      isInBrackets && written.count > 1 && written.hasPrefix("\"") && written.hasSuffix("\"")
    name = isQuoted ? String(written.dropFirst().dropLast()) : written
  }
}

private enum Part {
  case found(Any)
  case missing(known: UnknownPart.Known)
}

private func part(_ step: Step, of owner: Any) -> Part {
  let name = step.name
  let mirror = Mirror(reflecting: owner)
  switch mirror.displayStyle {
  case .collection:
    if let index = Int(name), index >= 0, "\(index)" == name,
      let element = mirror.children.dropFirst(index).first
    {
      return .found(element.value)
    }
    return .missing(known: .elements(count: mirror.children.count))
  case .dictionary:
    let entries = mirror.children.compactMap { entry(of: $0.value) }
    // A key can be written as its description, or as messages show it.
    let found =
      entries.first { "\($0.key)" == name } ?? entries.first { readable($0.key) == step.written }
    if let found { return .found(found.value) }
    return .missing(known: .keys(entries.map { "\($0.key)" }))
  default:
    let properties = storedProperties(of: owner)
    if let property = properties.first(where: { $0.name == name }) { return .found(property.value) }
    // The stored name leads to the wrapper itself.
    if let stored = properties.first(where: { $0.storedName == name }) {
      return .found(stored.storage)
    }
    return .missing(known: .properties(properties.map(\.name)))
  }
}

/// Returns the key and the value of a dictionary entry, which reflection shows as a tuple.
private func entry(of pair: Any) -> (key: Any, value: Any)? {
  let parts = Array(Mirror(reflecting: pair).children)
  guard parts.count == 2, let key = unwrappingOptionals(parts[0].value) else { return nil }
  return (key, parts[1].value)
}

/// Returns the steps of a path, or `nil` if its brackets don't match. Dots in brackets belong to the key.
private func pathSteps(_ path: String) -> [Step]? {
  var steps: [Step] = []
  var rest = path[...].utf8
  while true {
    let name = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
    steps.append(Step(name))
    rest = rest[name.endIndex...]
    while rest.first == UInt8(ascii: "[") {
      rest = rest.dropFirst()
      guard let end = endOfBrackets(rest) else { return nil }
      steps.append(Step(rest[..<end], isInBrackets: true))
      rest = rest[end...].dropFirst()
    }
    guard let next = rest.first else { return steps }
    guard next == UInt8(ascii: ".") else { return nil }
    rest = rest.dropFirst()
  }
}

/// Returns the index of the closing bracket, ignoring brackets in quotes and nested brackets.
private func endOfBrackets(_ text: Substring.UTF8View) -> Substring.Index? {
  var (depth, isQuoted, isEscaped) = (0, false, false)
  for index in text.indices {
    let byte = text[index]
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\"") {
      isQuoted.toggle()
    } else if isQuoted {
      isEscaped = byte == UInt8(ascii: "\\")
    } else if byte == UInt8(ascii: "[") {
      depth += 1
    } else if byte == UInt8(ascii: "]") {
      if depth == 0 { return index }
      depth -= 1
    }
  }
  return nil
}
