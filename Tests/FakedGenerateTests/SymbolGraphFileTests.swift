import Foundation
import Testing
import faked_generate

struct SymbolGraphFileTests {
  @Test func aFileThatIsNotThereIsNamed() throws {
    #expect(
      throws: error("cannot be read. Give a file that `swift package dump-symbol-graph` wrote.")
    ) { try FakeWriter(symbolGraphs: [file]) }
  }

  @Test(arguments: ["", "{", "{}", "[1]", #"{"metadata": {}}"#, "\0\0"])
  func whatIsNoSymbolGraphIsRefused(text: String) throws {
    try expect(
      text, "is no symbol graph. Give a file that `swift package dump-symbol-graph` wrote.")
  }

  @Test func anUnknownFormatIsRefused() throws {
    try expect(
      #"{"metadata": {"formatVersion": {"major": 1, "minor": 2, "patch": 3}}}"#,
      "has the symbol-graph format 1.2.3, but only 0.x is known here. "
        + "Write it with the toolchain that builds faked-generate, or update Faked.")
  }

  @Test func aGraphThatLacksAPartIsRefused() throws {
    try expect(
      #"{"metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}}, "symbols": []}"#,
      "is a symbol graph of the format 0.6.0, but lacks a part of it. "
        + "Write it again with `swift package dump-symbol-graph`.")
  }

  @Test(arguments: ["x", "}", "{}"]) func whatComesAfterAGraphIsRefused(end: String) throws {
    try expect(
      Self.graph() + end,
      "is a symbol graph of the format 0.6.0, but lacks a part of it. "
        + "Write it again with `swift package dump-symbol-graph`.")
  }

  @Test func aNumberThatNoIntHoldsIsRefused() throws {
    try expect(
      #"{"metadata": {"formatVersion": {"major": 99999999999999999999}}}"#,
      "is no symbol graph. Give a file that `swift package dump-symbol-graph` wrote.")
  }

  @Test func aProtocolAndAnAliasThatLeadBackToThemselvesEnd() throws {
    let writer = try writer(
      Self.graph(
        members: [("var", "value: A { get }")],
        alias: "A", relationships: #"{"kind": "conformsTo", "source": "P", "target": "P"}"#))
    guard case .written = writer.fake(of: writer.protocols(in: ["App"])[0]) else {
      return #expect(Bool(false), "no fake was written")
    }
  }

  @Test(arguments: ["[", "(", "Int", "~"]) func aTypeThatIsTooDeepIsRefused(sign: String) throws {
    let deep = String(repeating: sign == "Int" ? "?" : sign, count: 20_000)
    let writer = try writer(
      Self.graph(members: [("var", "value: \(sign == "Int" ? "Int" + deep : deep) { get }")]))
    guard case .refused = writer.fake(of: writer.protocols(in: ["App"])[0]) else {
      return #expect(Bool(false), "a fake was written")
    }
  }

  /// A protocol `P` with these members, and an alias in it.
  private static func graph(
    members: [(word: String, rest: String)] = [], alias: String = "Int", relationships: String = ""
  ) -> String {
    func symbol(_ id: String, _ kind: String, _ path: String, _ text: String) -> String {
      """
      {"kind": {"identifier": "swift.\(kind)"}, "identifier": {"precise": "\(id)"},
      "pathComponents": [\(path)], "accessLevel": "public", "declarationFragments": [\(text)]}
      """
    }
    func text(_ spelling: String, _ id: String = "") -> String {
      #"{"kind": "text", "spelling": "\#(spelling)", "preciseIdentifier": "\#(id)"}"#
    }
    let symbols =
      [
        symbol("P", "protocol", "\"P\"", text("protocol P")),
        symbol("A", "typealias", #""P", "A""#, text("typealias A =") + "," + text(alias, alias)),
      ]
      + members.enumerated().map { index, member in
        let words = "\(member.word) \(member.rest)".split(separator: " ").map(String.init)
        return symbol(
          "m\(index)", "property", #""P", "value""#,
          words.map { text("\($0) ", $0) }.joined(separator: ","))
      }
    let owned = members.indices.map {
      #"{"kind": "requirementOf", "source": "m\#($0)", "target": "P"}"#
    }
    let all = owned + (relationships.isEmpty ? [] : [relationships])
    return """
      {"metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}}, "module": {"name": "App"},
      "symbols": [\(symbols.joined(separator: ","))], "relationships": [\(all.joined(separator: ","))]}
      """
  }

  private func writer(_ graph: String) throws -> FakeWriter {
    try graph.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try FakeWriter(symbolGraphs: [file])
  }

  private let file = FileManager.default.temporaryDirectory
    .appending(path: "graph-\(UUID()).symbols.json")

  private func error(_ message: String) -> SymbolGraphError {
    SymbolGraphError(file: file, message: message)
  }

  private func expect(_ text: String, _ message: String) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: error(message)) { try FakeWriter(symbolGraphs: [file]) }
    #expect(error(message).description == "\(file.path): \(message)")
  }
}
