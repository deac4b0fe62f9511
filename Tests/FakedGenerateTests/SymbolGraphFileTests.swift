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
