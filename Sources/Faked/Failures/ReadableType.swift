/// Returns a type as it is written: `String?` and `[Int]` instead of `Optional<String>` and `Array<Int>`.
package func readableType(_ type: Any.Type) -> String { sugared("\(type)"[...]) }

/// Returns the short spelling of a type and of all types in it.
private func sugared(_ text: Substring) -> String {
  guard let start = text.firstIndex(of: "<"), let end = closing(text, from: start) else {
    return String(text)
  }
  let head = text[..<start]
  let name = head.split(whereSeparator: { " ([,&:".contains($0) }).last ?? ""
  let before = String(head.dropLast(name.count))
  let arguments = text[text.index(after: start)..<end]
  let rest = sugared(text[text.index(after: end)...])
  let parts = separated(arguments).map { sugared($0) }
  return before + spelled(String(name), parts) + rest
}

private func spelled(_ name: String, _ arguments: [String]) -> String {
  switch (name, arguments.count) {
  case ("Optional", 1):
    let wrapped = arguments[0]
    let isLong = wrapped.hasPrefix("any ") || wrapped.contains("->") || wrapped.contains(" & ")
    return isLong ? "(\(wrapped))?" : wrapped + "?"
  case ("Array", 1): return "[\(arguments[0])]"
  case ("Dictionary", 2): return "[\(arguments[0]): \(arguments[1])]"
  default: return "\(name)<\(arguments.joined(separator: ", "))>"
  }
}

/// Returns the index of the closing angle bracket. The arrow of a function is not a bracket.
private func closing(_ text: Substring, from start: Substring.Index) -> Substring.Index? {
  var depth = 0
  var previous: Character = " "
  for index in text[start...].indices {
    if text[index] == "<" { depth += 1 }
    if text[index] == ">", previous != "-" { depth -= 1 }
    if depth == 0 { return index }
    previous = text[index]
  }
  return nil
}

/// Returns the generic arguments one by one, split at the commas outside of brackets.
private func separated(_ text: Substring) -> [Substring] {
  var depth = 0
  var previous: Character = " "
  return text.split { character in
    if "<([".contains(character) { depth += 1 }
    if ")]".contains(character) || character == ">" && previous != "-" { depth -= 1 }
    previous = character
    return character == "," && depth == 0
  }.map { $0.drop { $0 == " " } }
}
