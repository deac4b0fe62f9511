/// Turns values into texts, and stops when the texts become too long.
struct ValueReader {
  let longest: Int
  private let maxElements: Int
  /// The number of bytes that may still be read.
  private var room: Int

  init(longest: Int) {
    self.longest = longest
    maxElements = max(20, longest / 10)
    room = 4 * longest
  }

  mutating func text(of value: Any?, depth: Int) -> String {
    guard room > 0 else { return "…" }
    let text = freshText(of: value, depth: depth)
    room -= text.utf8.count
    return text
  }

  private mutating func freshText(of value: Any?, depth: Int) -> String {
    guard let value = unwrappingOptionals(value) else { return "nil" }
    if let text = value as? String { return quoted(text, upTo: longest) }
    if let text = value as? any StringProtocol { return quoted(String(text), upTo: longest) }
    if value is Character { return String(reflecting: value) }
    if let type = value as? Any.Type { return "\(readableType(type)).self" }
    if isClosure(value) { return "a closure" }
    if depth == 0 { return "…" }

    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection: return "[\(list(mirror.children.lazy.map(\.value), depth))]"
    case .set: return "[\(list(mirror.children.lazy.map(\.value), depth, isSorted: true))]"
    case .dictionary:
      let entries = list(mirror.children.lazy.map(\.value), depth + 1, isSorted: true)
      return entries.isEmpty ? "[:]" : "[\(entries)]"
    case .tuple: return "(\(labeledTexts(of: value, depth)))"
    default: break
    }

    if let text = TestDescription.text(of: value) { return oneLine(text) }
    // A fake is shown by its name or type, without its properties.
    if let fake = value as? any Faked {
      let name = (fake.instanceId as? FakeInstance)?.name
      return FunctionLabel(instance: name, fake: type(of: value), name: "").owner
    }
    if let value = value as? any CustomStringConvertible { return oneLine(value.description) }
    if let value = value as? any CustomDebugStringConvertible {
      return oneLine(value.debugDescription)
    }
    switch mirror.displayStyle {
    case .struct:
      return "\(readableType(type(of: value)))(\(labeledTexts(of: value, depth)))"
    case .enum:
      guard let payload = mirror.children.first else { return ".\(value)" }
      let text = text(of: payload.value, depth: depth)
      let isList = Mirror(reflecting: payload.value).displayStyle == .tuple
      return ".\(payload.label ?? "")" + (isList ? text : "(\(text))")
    // A value with its own mirror may not show its type.
    case .class, nil: return readableType(type(of: value))
    default: return oneLine("\(value)")
    }
  }

  /// Returns the first elements as a list, and the number of the others. An entry of a dictionary is a pair.
  private mutating func list(
    _ elements: some Collection<Any>, _ depth: Int, isSorted: Bool = false
  ) -> String {
    var texts: [String] = []
    var length = 0
    for element in elements.prefix(maxElements) where room > 0 {
      let isEntry = isSorted && Mirror(reflecting: element).displayStyle == .tuple
      let parts = isEntry ? Mirror(reflecting: element).children.map(\.value) : [element]
      let shown = parts.map { text(of: $0, depth: depth - (isEntry ? 2 : 1)) }
        .joined(separator: ": ")
      length += shown.utf8.count + 2
      if length > longest, !texts.isEmpty { break }
      texts.append(shown)
    }
    if isSorted { texts.sort() }
    return abridged(texts, to: maxElements, of: elements.count).joined(separator: ", ")
  }

  private mutating func labeledTexts(of value: Any, _ depth: Int) -> String {
    var texts: [String] = []
    for property in storedProperties(of: value) {
      let text = text(of: property.value, depth: depth - 1)
      // Tuple elements without labels are named by their position.
      texts.append(
        property.name.allSatisfy(\.isNumber) ? text : "\(property.name): \(text)")
      if room <= 0 { break }
    }
    return texts.joined(separator: ", ")
  }

  /// Returns a description with line breaks as they are written in code.
  private func oneLine(_ text: String) -> String {
    let text = shortened(text, to: longest)
    guard text.contains(where: \.isNewline) else { return text }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .joined(separator: "\\n")
  }
}
