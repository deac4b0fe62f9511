import Faked

/// Random protocols from a grammar. The same seed always produces the same protocols.
struct RandomProtocols {
  private var numbers: SeededNumbers
  /// The protocols that a later one may inherit from.
  private var parents: [String] = []

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func source(count: Int) -> String {
    let protocols = (1...count).map { declaration(number: $0) }
    return RandomProtocols.prelude + protocols.joined(separator: "\n") + "\n"
  }

  private static let prelude = """
    import Foundation

    enum Trouble: Error { case big }
    struct Letter: Equatable { var text = "" }
    class Page {}
    protocol Shape { var sides: Int { get } }
    typealias Done = (Int) -> Void
    enum Outer { struct Inner: Hashable {} }

    """

  private mutating func below(_ limit: Int) -> Int {
    Int(numbers.next() % UInt64(limit))
  }

  private mutating func oneOf<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func declaration(number: Int) -> String {
    let name = "Random\(number)"
    var attribute = ""
    var inherited: [String] = []
    var members: [String] = []
    var isPlain = false
    switch below(10) {
    case 0: inherited = ["Actor"]
    case 1: attribute = "@MainActor "
    case 2: inherited = ["AnyObject"]
    case 3: inherited = ["Sendable"]
    case 4: inherited = [oneOf(["Hashable", "Comparable", "Error", "CustomStringConvertible"])]
    case 5: inherited = [oneOf(["Codable", "Identifiable", "Sequence"])]
    case 6:
      members = [
        "associatedtype Item\(number)\(oneOf(["", ": Equatable", ": Hashable & Sendable"]))"
      ]
    case 7 where !parents.isEmpty: inherited = [oneOf(parents)]
    default: isPlain = true
    }
    let types = members.isEmpty ? [] : ["Item\(number)", "[Item\(number)]", "Item\(number)?"]
    if isPlain { parents.append(name) }
    let canBeStatic = isPlain || inherited == ["Sendable"] || inherited == ["AnyObject"]
    let canChange = !inherited.contains("Actor") && inherited != ["AnyObject"]
    let isActor = inherited == ["Actor"]
    for index in 1...(2 + below(5)) {
      members.append(
        requirement("\(number)x\(index)", types, canBeStatic, canChange, isActor))
    }
    if !types.isEmpty, chance(50) { attribute = "" }
    let primary = !types.isEmpty && chance(50) ? "<Item\(number)>" : ""
    let list = inherited.isEmpty ? "" : ": " + inherited.joined(separator: ", ")
    let body = members.map { "  \($0)" }.joined(separator: "\n")
    return "\(attribute)protocol \(name)\(primary)\(list) {\n\(body)\n}"
  }

  private mutating func requirement(
    _ id: String, _ types: [String], _ canBeStatic: Bool, _ canChange: Bool, _ isActor: Bool
  ) -> String {
    let kind = below(10)
    // Some names are shared, so that there are overloads.
    let name = chance(70) ? "f\(id)" : oneOf(["send", "load", "get", "repeat", "when", "id2"])
    let isStatic = canBeStatic && chance(15) ? "static " : ""
    if kind < 2 {
      let access = isStatic.isEmpty && isActor ? "get" : "get set"
      let effects = oneOf([access, "get", "get async", "get throws", "get async throws"])
      return "\(isStatic)var p\(id): \(type(types)) { \(effects) }"
    }
    if kind == 2 {
      let effects = oneOf(["get set", "get", "get throws"])
      return "subscript(l\(id) index: \(type(types))) -> \(type(types)) { \(effects) }"
    }
    if kind == 3 { return generic(name, id, isStatic) }
    if kind == 4, chance(60) { return special(id, canBeStatic) }
    let words = isStatic.isEmpty ? oneOf(["", "", canChange ? "mutating " : ""]) : isStatic
    let first = "l\(id)"
    var parameters = chance(20) ? [] : ["\(first) a: \(parameter(types))"]
    if !parameters.isEmpty, chance(50) { parameters.append("m b: \(parameter(types))") }
    if !parameters.isEmpty, chance(20) { parameters.append("in: \(parameter(types))") }
    let unique = parameters.isEmpty ? "f\(id)" : name
    let effects = oneOf(["", "", " throws", " async", " async throws", " throws(Trouble)"])
    let result = chance(40) ? "" : " -> \(type(types))"
    return "\(words)func `\(unique)`(\(parameters.joined(separator: ", ")))\(effects)\(result)"
  }

  /// Rarer shapes.
  private mutating func special(_ id: String, _ canBeStatic: Bool) -> String {
    let shapes = [
      "func s\(id)(_ other: Self?) -> Self", "func s\(id)() throws -> Self",
      "func s\(id)(_ body: (Letter) throws -> Int) rethrows -> Int",
      "func s\(id)<R>(_ body: (inout Letter) throws -> R) rethrows -> R",
      "func s\(id)<R, E: Error>(_ body: (Int) throws(E) -> R) throws(E) -> R",
      "func s\(id)<R>(_ body: () async throws -> R) async rethrows -> R",
      "func s\(id)<A, B>(_ a: A, _ b: B) -> B where A: Sequence, A.Element == B, B: Hashable",
      "func s\(id)(_ a: inout Int, _ b: inout [String], c: Page) throws -> (Int, String)",
      "func s\(id)<each T>(_ values: repeat each T) -> (repeat each T)",
      "func s\(id)(_ value: sending Page, on actor: isolated (any Actor)?) async -> Page",
      "func s\(id)() async -> sending Page",
      "@MainActor func s\(id)(_ page: Page) async -> Page",
      "@discardableResult func s\(id)() -> Int!",
      "func s\(id)(_ f: @escaping @MainActor (Page) -> Int) -> (Int) -> Void",
      "func s\(id)(_: Int, self: Int, where class: Int)",
      "func s\(id)(_ map: [String: (Int) -> Void], any: any Shape & Sendable)",
      "@available(macOS 15, *) func s\(id)() -> Int",
    ]
    let statics = [
      "static func + (left: Self, right: Int) -> Self",
      "static prefix func - (value: Self) -> Self",
      "init(s\(id): Int) throws", "init?(s\(id): String, other: Page)",
      "static subscript(s\(id) key: Int) -> String { get set }",
    ]
    return canBeStatic && chance(30) ? oneOf(statics) : oneOf(shapes)
  }

  private mutating func type(_ types: [String], depth: Int = 2) -> String {
    let plain =
      types + ["Int", "String", "Bool", "Letter", "Page", "any Shape", "URL", "Outer.Inner"]
    guard depth > 0, chance(45) else { return oneOf(plain) }
    let inner = type(types, depth: depth - 1)
    switch below(6) {
    case 0: return "[\(inner)]"
    case 1: return "(\(inner))?"
    case 2: return "[String: \(inner)]"
    case 3: return "(\(inner), Int)"
    case 4: return "Result<\(inner), any Error>"
    default: return "((\(inner)) -> Void)?"
    }
  }

  private mutating func parameter(_ types: [String]) -> String {
    let inner = type(types, depth: 1)
    switch below(20) {
    case 0: return "inout \(inner)"
    case 1: return "@escaping (\(inner)) -> Void"
    case 2: return "@escaping @Sendable (Int, \(inner)) async throws -> \(type(types, depth: 1))"
    case 3: return "@autoclosure () -> \(inner)"
    case 4: return "(\(inner)) -> Void"
    case 5: return "() -> \(inner)"
    case 6: return "(Int, \(inner)) -> \(inner)"
    case 7: return "borrowing \(inner)"
    case 8: return "consuming \(inner)"
    case 9: return "some Sequence<Int>"
    case 10: return oneOf(["Done", "@escaping Done", "Done?"])
    case 11: return "(inout \(inner)) throws -> Void"
    case 12: return "(\(inner)) async throws -> Int"
    case 13: return "() throws -> \(inner)"
    case 14: return "Int..."
    default: return type(types)
    }
  }

  private mutating func generic(_ name: String, _ id: String, _ isStatic: String) -> String {
    let constraint = oneOf(["", ": Equatable", ": Decodable & Sendable", ": Page", ": AnyObject"])
    let parameter = oneOf([
      "T", "[T]", "T?", "T.Type", "[String: T]", "inout T", "Result<T, Trouble>",
    ])
    let result = oneOf([
      "", " -> T", " -> [T]", " -> T?", " -> Int", " -> Result<T, Trouble>", " -> (T, a: Int)",
    ])
    let effects = oneOf(["", " throws", " async throws", " throws(Trouble)"])
    if chance(25) {
      return
        "\(isStatic)func `\(name)`<T\(constraint)>(g\(id): (Int) throws -> T) rethrows\(result)"
    }
    return
      "\(isStatic)func `\(name)`<T\(constraint)>(g\(id): T, h: \(parameter))\(effects)\(result)"
  }
}
