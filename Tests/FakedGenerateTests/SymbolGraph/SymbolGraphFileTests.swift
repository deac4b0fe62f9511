import Foundation
import TestSupport
import Testing
import faked_generate

struct SymbolGraphFileTests {
  private static let noGraph =
    "is not a symbol graph. Give a file that `swift package dump-symbol-graph` wrote."
  private static let part =
    "is a symbol graph in format 0.6.0, but a part of it is missing. "
    + "Write it again with `swift package dump-symbol-graph`."

  @Test(
    arguments: [
      (nil, "cannot be read. Give a file that `swift package dump-symbol-graph` wrote."),
      ("", noGraph), ("{", noGraph), ("{}", noGraph), ("[1]", noGraph), ("\0\0", noGraph),
      (#"{"metadata": {}}"#, noGraph),
      (#"{"metadata": {"formatVersion": {"major": 99999999999999999999}}}"#, noGraph),
      (
        #"{"metadata": {"formatVersion": {"major": 1, "minor": 2, "patch": 3}}}"#,
        "has the symbol-graph format 1.2.3, but faked-generate reads only 0.x. "
          + "Write it with the toolchain that builds faked-generate, or update Faked."
      ),
      (
        #"{"metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}}, "symbols": []}"#,
        part
      ),
      (graph() + "x", part), (graph() + "}", part), (graph() + "{}", part),
    ] as [(String?, String)])
  func filesThatAreNotSymbolGraphsAreRefused(text: String?, message: String) throws {
    try text.map { _ = try folder.write($0, to: file.lastPathComponent) }
    let error = #expect(throws: SymbolGraphError.self) {
      try FakeGenerator(symbolGraphs: [file])
    }
    #expect(error?.description == "\(file.path): \(message)")
  }

  @Test func circularInheritanceAndAliasesAreRead() throws {
    let loop = GraphText.relationship("conformsTo", "P", "P")
    #expect(try outcome(of: Self.graph("A", alias: "A", [loop])).fake != nil)
  }

  @Test(arguments: ["[", "(", "?", "~"]) func aDeeplyNestedTypeIsRefused(sign: String) throws {
    let deep = String(repeating: sign, count: 20_000)
    #expect(try outcome(of: Self.graph(sign == "?" ? "Int" + deep : deep)).refusal != nil)
  }

  @Test func duplicatesInASymbolGraphAreReadOnce() throws {
    try folder.write(Self.graph(), to: file.lastPathComponent)
    let writer = try FakeGenerator(symbolGraphs: [file, file])
    #expect(writer.protocols(in: ["App"]).map(\.name) == ["P"])
    #expect(writer.protocols(in: ["Other"]).isEmpty)
  }

  /// A protocol `P` with a property of this type, and an alias in it.
  private static func graph(
    _ type: String = "Int", alias: String = "Int", _ relationships: [String] = []
  ) -> String {
    GraphText.graph(
      [
        GraphText.symbol("P", "swift.protocol", ["P"], "protocol P"),
        GraphText.symbol("A", "swift.typealias", ["P", "A"], "typealias A = \(alias)"),
        GraphText.symbol("m", "swift.property", ["P", "value"], "var value: \(type) { get }"),
      ], [GraphText.relationship("requirementOf", "m", "P")] + relationships)
  }

  private func outcome(of graph: String) throws -> FakeOutcome {
    try folder.write(graph, to: file.lastPathComponent)
    let writer = try FakeGenerator(symbolGraphs: [file])
    return writer.fake(of: writer.protocols(in: ["App"])[0])
  }

  private let folder = TemporaryFolder()
  private var file: URL { folder.url.appending(path: "App.symbols.json") }
}
