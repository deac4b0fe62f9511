// Writes all mutants into the sources of a copy of the package, so that one build serves them all. The tests
// select a mutant by its number when they run. The program works on lines, because
// the formatter gives the code a uniform shape. Arguments name the mutants that did not compile.
//
// usage: Mutate ROOT LIST [MODULE/PATH:LINE…]
import Foundation

struct Mutant {
  let place: String
  let what: String
}

/// Returns a Boolean value that indicates whether the brackets of a text are balanced.
func isBalanced(_ text: some StringProtocol) -> Bool {
  var depth = 0
  var isQuoted = false
  var last: Character = " "
  for character in text {
    if character == "\"", last != "\\" { isQuoted.toggle() }
    if !isQuoted {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth < 0 { return false }
    }
    last = character
  }
  return depth == 0 && !isQuoted
}

/// The parts of a list of conditions.
func clauses(_ text: String) -> [String] {
  var parts: [String] = []
  for piece in text.components(separatedBy: ", ") {
    if let last = parts.last, !isBalanced(last) {
      parts[parts.count - 1] = last + ", " + piece
    } else {
      parts.append(piece)
    }
  }
  return parts
}

func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

/// A value of another kind than the one returned, by the type of the result.
func replacement(of value: String, type: String, number: Int) -> String? {
  switch type {
  case "Bool": "(\(value)) != mutant(\(number))"
  case "Int": "(\(value)) + (mutant(\(number)) ? 1 : 0)"
  case "String": "mutant(\(number)) ? \"\" : (\(value))"
  case _ where type.hasSuffix("?") && value != "nil": "mutant(\(number)) ? nil : (\(value))"
  case _ where type.hasPrefix("[") && type.hasSuffix("]") && value != "[]":
    "mutant(\(number)) ? [\(clauses(type).count == 1 && type.contains(": ") ? ":" : "")] : (\(value))"
  default: nil
  }
}

/// The type of the function or property whose body a line is in.
func resultType(_ lines: [String], at index: Int) -> String? {
  var depth = indentation(lines[index])
  for line in lines[..<index].reversed() where !line.isEmpty && indentation(line) < depth {
    depth = indentation(line)
    let declares = line.range(
      of: #"\b(func|var|subscript|init)\b|^ *\) .*\{$"#, options: .regularExpression)
    if line.contains("init(") || line.contains("init<") { return "Self" }
    if let arrow = line.range(of: " -> ", options: .backwards), line.hasSuffix(" {") {
      let type = line[arrow.upperBound...].dropLast(2)
      return String(type.components(separatedBy: " where ")[0])
    }
    if declares != nil, let colon = line.range(of: ": "), line.contains("var "),
      line.hasSuffix(" {")
    {
      return String(line[colon.upperBound...].dropLast(2))
    }
    let endsParameters = line.trimmingCharacters(in: .whitespaces).hasPrefix(")")
    if endsParameters {
      depth += 1
    } else if declares != nil || line.hasSuffix(" in") {
      return nil
    }
  }
  return nil
}

let arguments = CommandLine.arguments
let root = URL(fileURLWithPath: arguments[1])
let refused = Set(arguments.dropFirst(3))
var mutants: [Mutant] = []

func mutate(_ lines: [String], _ name: String) -> [String] {
  var result = lines
  var isText = false
  var isOfApple = false
  for (index, line) in lines.enumerated() {
    let place = "\(name):\(index + 1)"
    if line.contains("\"\"\"") { isText.toggle() }
    let code = line.trimmingCharacters(in: .whitespaces)
    // Code that is compiled only for other systems can't be tested here.
    if code.hasPrefix("#") { isOfApple = code.contains(/^#if canImport\((Darwin|ObjectiveC)\)$/) }
    if isText || isOfApple || code.isEmpty || refused.contains(place) || code.hasPrefix("//") { continue }
    let space = String(repeating: " ", count: indentation(line))
    func add(_ what: String, _ text: String) {
      mutants.append(Mutant(place: place, what: what))
      result[index] = space + text
    }

    // Negate each part of a condition separately.
    if let match = code.wholeMatch(of: /(if|guard|while|\} else if) (.*?)( else)? \{( .* \})?/),
      isBalanced(match.2)
    {
      var parts = clauses(String(match.2))
      for (position, part) in parts.enumerated()
      where part.firstMatch(of: /^(let|var|case|await|try|repeat|true)\b|#/) == nil {
        mutants.append(Mutant(place: place, what: "not (\(part))"))
        parts[position] = "(\(part)) != mutant(\(mutants.count))"
      }
      result[index] =
        space + "\(match.1) \(parts.joined(separator: ", "))\(match.3 ?? "") {\(match.4 ?? "")"
      continue
    }

    let next = index + 1 < lines.count ? lines[index + 1] : ""
    let isWhole = isBalanced(code) && indentation(next) <= indentation(line)
    guard isWhole, !next.trimmingCharacters(in: .whitespaces).hasPrefix(".") else { continue }
    let before = lines[..<index].last { !$0.isEmpty } ?? ""

    // Return another value.
    if let match = code.wholeMatch(of: /return (.+)/) {
      if let type = resultType(lines, at: index),
        let other = replacement(of: String(match.1), type: type, number: mutants.count + 1)
      {
        add("return another \(type) than \(match.1)", "return " + other)
      }
      continue
    }
    if before.hasSuffix(" {"), next.trimmingCharacters(in: .whitespaces) == "}",
      indentation(before) < indentation(line), let type = resultType(lines, at: index),
      type != "Void",
      code.firstMatch(of: /^(let|var|if|for|switch|guard|throw|self\.\w+ =|\w+ [+-]?= )/) == nil,
      let other = replacement(of: code, type: type, number: mutants.count + 1)
    {
      add("give another \(type) than \(code)", other)
      continue
    }

    // Leave out a statement.
    let begins =
      before.hasSuffix("{") || before.hasSuffix(" in") || before.hasSuffix("}")
      || before.hasSuffix(":") || (isBalanced(before) && indentation(before) == indentation(line))
    let isFirst = code.contains(" = ") && resultType(lines, at: index) == "Self"
    // The only statement of a closure may be its value.
    let isValue =
      next.trimmingCharacters(in: .whitespaces).hasPrefix("}")
      && (before.hasSuffix(" in")
        || before.firstMatch(
          of: /\b(func|init|deinit|if|else|guard|for|while|do|catch|defer|set)\b/) == nil
          && before.hasSuffix("{"))
    if begins, !isFirst, !isValue,
      code.wholeMatch(
        of: /(try |await |try await )?[a-z_][\w.?!]*(\[[^\]]*\])?(\(.*\)|( [+\-]?= .+))/) != nil,
      code.firstMatch(of: /^(return|super\.init|self\.|fatalError|preconditionFailure)/) == nil
    {
      add("leave out \(code)", "if !mutant(\(mutants.count + 1)) { \(code) }")
    }
  }
  return result
}

for module in ["Faked", "FakedScheduler", "FakedTesting", "FakedExplore"] {
  let folder = root.appendingPathComponent("Sources/\(module)")
  let paths = FileManager.default.enumerator(atPath: folder.path)!.compactMap { $0 as? String }
  for path in paths.sorted() where path.hasSuffix(".swift") {
    let file = folder.appendingPathComponent(path)
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    var text = mutate(lines, "\(module)/\(path)").joined(separator: "\n")
    if module != "Faked" { text += "import Faked\n" }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
try """
#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
public let chosenMutant = getenv("FAKED_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
public func mutant(_ number: Int) -> Bool { number == chosenMutant }

""".write(
  to: root.appendingPathComponent("Sources/Faked/Mutant.swift"), atomically: true, encoding: .utf8)

// Equal mutants in one file get numbered names, which stay the same when lines move.
var counts: [String: Int] = [:]
try mutants.enumerated().map { number, mutant in
  let name = mutant.place.prefix { $0 != ":" } + mutant.what
  counts[String(name), default: 0] += 1
  let count = counts[String(name), default: 1]
  return "\(number + 1)\t\(mutant.place)\t\(mutant.what)\(count == 1 ? "" : " #\(count)")\n"
}.joined().write(to: URL(fileURLWithPath: arguments[2]), atomically: true, encoding: .utf8)
