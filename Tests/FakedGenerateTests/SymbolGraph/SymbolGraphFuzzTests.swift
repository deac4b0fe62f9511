import Faked
import Foundation
import TestSupport
import Testing
import faked_generate

/// Symbol graphs that no compiler would write.
struct SymbolGraphFuzzTests {
  @Test func randomSymbolGraphsAreReadOrRefused() async throws {
    let folder = TestSupport.TemporaryFolder()
    let file = folder.url.appending(path: "App.symbols.json")
    try await Fuzz("symbol graphs").run { random in
      let text = Array(RandomGraph.text(&random).utf8)
      return Bool.random(using: &random)
        ? text : text.mutated(["[]", "{}", "null"], using: &random)
    } read: { bytes in
      try Data(bytes).write(to: file)
      let writer: FakeGenerator
      do { writer = try FakeGenerator(symbolGraphs: [file]) } catch is SymbolGraphError {
        return false
      }
      if let end = bytes.last(where: { $0 > 32 }), end != UInt8(ascii: "}") {
        throw Fuzz.Flaw("the file has text after its end")
      }
      let names =
        writer.protocols(in: ["App"]) + writer.classes(in: ["App"])
        + writer.structsOfClosures(in: ["App"])
      for name in names {
        switch writer.fake(of: name) {
        case .refused(let refusal):
          if refusal.reason.isEmpty {
            throw Fuzz.Flaw("\(name.name) is refused without a reason")
          }
        case .written(let fake):
          // One fake of each graph is enough.
          guard name == names.first else { continue }
          guard case .written(let again) = writer.fake(of: name, replacing: fake.text),
            again.text == fake.text
          else { throw Fuzz.Flaw("the fake changes when it replaces itself:\n\(fake.text)") }
        }
      }
      return true
    }
  }
}

/// Protocols whose declarations contain the compiler's tokens in a random order.
private enum RandomGraph {
  static func text(_ random: inout SeededNumbers) -> String {
    let protocols = (0..<2).map { "P\($0)" }
    var symbols = protocols.map { GraphText.symbol($0, "swift.protocol", [$0], "protocol \($0)") }
    symbols.append(GraphText.symbol("C", "swift.class", ["C"], "class C"))
    symbols.append(GraphText.symbol("S", "swift.struct", ["S"], "struct S"))
    symbols.append(
      GraphText.symbol("A", "swift.typealias", ["P0", "A"], "typealias A = \(type(3, &random))"))
    var relationships = ["P0", "P1", "C"].map {
      GraphText.relationship("conformsTo", $0, any(&random))
    }
    for index in 0..<Int.random(in: 1...4, using: &random) {
      let (kind, declaration) = member("m\(index)", &random)
      let owner = ["P0", "P0", "P1", "C", "S"].randomElement(using: &random) ?? "P0"
      let isMember = owner == "C" || owner == "S"
      symbols.append(GraphText.symbol("m\(index)", kind, [owner, "m\(index)(_:)"], declaration))
      relationships.append(
        GraphText.relationship(isMember ? "memberOf" : "requirementOf", "m\(index)", owner))
    }
    return GraphText.graph(symbols, relationships)
  }

  private static func any(_ random: inout SeededNumbers) -> String {
    ["P0", "P1", "A", "C", "X"].randomElement(using: &random) ?? "X"
  }

  private static func member(
    _ name: String, _ random: inout SeededNumbers
  ) -> (kind: String, declaration: String) {
    func type() -> String { Self.type(3, &random) }
    var words: [String]
    let kind: String
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      kind = "swift.property"
      words = "var \(name) : \(type()) { get set }".words
    case 1:
      kind = "swift.init"
      words = "init ? ( a : \(type()) )".words
    case 2:
      kind = "swift.associatedtype"
      words = "associatedtype \(name) : \(type()) where Self . A == \(type())".words
    case 3:
      kind = "swift.subscript"
      words = "subscript ( i : \(type()) ) -> \(type()) { get async throws }".words
    default:
      kind = "swift.method"
      words =
        "@ MainActor static func \(name) < T > ( _ a : \(type()) , b c : \(type()) ) async throws ( \(type()) ) -> \(type()) where T : \(type())"
        .words
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let index = Int.random(in: words.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: words.remove(at: index)
      case 1: words.insert(words.randomElement(using: &random) ?? "", at: index)
      case 2: words.swapAt(index, Int.random(in: words.indices, using: &random))
      default:
        let count = Int.random(in: 0..<50, using: &random) == 0 ? 5_000 : 3
        let sign = ["?", "(", "[", "~", "@ a", "inout", "any", "`", "_"].randomElement(
          using: &random)
        words.insert(contentsOf: repeatElement(sign ?? "?", count: count), at: index)
      }
    }
    return (kind, words.joined(separator: " "))
  }

  private static func type(_ depth: Int, _ random: inout SeededNumbers) -> String {
    func type() -> String { Self.type(depth - 1, &random) }
    if depth == 0 {
      return ["Int", "String", "Self", "T", "A", "P0", "()", "Void"].randomElement(using: &random)
        ?? "Int"
    }
    return switch Int.random(in: 0..<14, using: &random) {
    case 0: "[ \(type()) ]"
    case 1: "[ \(type()) : \(type()) ]"
    case 2: "\(type()) ?"
    case 3: "( \(type()) , b : \(type()) )"
    case 4: "@escaping ( \(type()) ) async throws -> \(type())"
    case 5: "( inout \(type()) ) throws ( \(type()) ) -> \(type())"
    case 6: "any P0 & P1"
    case 7: "some C < \(type()) , \(type()) >"
    case 8: "C < \(type()) > . A"
    case 9: "inout \(type())"
    case 10: "\(type()) ..."
    case 11: "@ Sendable @autoclosure ( ) -> \(type())"
    default: Self.type(0, &random)
    }
  }
}

/// A symbol graph as the compiler writes it, of declarations whose words are the fragments.
enum GraphText {
  static func graph(_ symbols: [String], _ relationships: [String]) -> String {
    """
    {"metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "Swift"},
    "module": {"name": "App", "platform": {}}, "symbols": [\(symbols.joined(separator: ",\n"))],
    "relationships": [\(relationships.joined(separator: ",\n"))]}
    """
  }

  static func relationship(_ kind: String, _ source: String, _ target: String) -> String {
    """
    {"kind": "\(kind)", "source": "\(source)", "target": "\(target)",
    "targetFallback": "Swift.\(target)"}
    """
  }

  /// A word may name a symbol of the graph.
  static func symbol(
    _ id: String, _ kind: String, _ path: [String], _ declaration: String
  ) -> String {
    let words = declaration.split(separator: " ").map { word in
      let name = ["P", "P0", "P1", "A", "C"].contains(word) ? word : "s:Si"
      return #"{"kind": "text", "spelling": "\#(word) ", "preciseIdentifier": "\#(name)"}"#
    }
    return """
      {"kind": {"identifier": "\(kind)", "displayName": ""}, "identifier": {"precise": "\(id)"},
      "pathComponents": ["\(path.joined(separator: "\", \""))"], "accessLevel": "public",
      "availability": [{"domain": "macOS", "introduced": {"major": 13}}], "spi": false,
      "location": {"uri": "file:///none", "position": {"line": 3, "character": 5}},
      "declarationFragments": [\(words.joined(separator: ", "))]}
      """
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
