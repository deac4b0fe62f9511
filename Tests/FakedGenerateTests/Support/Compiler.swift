import Faked
import Foundation
import TestSupport
import faked_generate

/// Runs the Swift compiler on sources in a temporary folder.
struct Compiler {
  struct Failure: Error, CustomStringConvertible { let description: String }

  private static let swiftc = [
    "swiftc", "-swift-version", "6", "-parse-as-library", "-package-name", "faked",
    "-diagnostic-style", "llvm",
  ]

  private static let triple: String = {
    #if arch(x86_64)
      "x86_64-unknown-linux-gnu"
    #else
      "aarch64-unknown-linux-gnu"
    #endif
  }()

  private let folder = TemporaryFolder()

  /// The folder of the symbol graphs.
  private var graphs: URL { folder.url.appending(path: "graphs") }

  /// Builds a module, writes its symbol graph, and returns the graphs of all modules so far.
  func module(_ name: String, _ sources: [URL], options: [String] = []) async throws -> [URL] {
    try await run(
      [
        "-emit-module", "-module-name", name, "-emit-module-path", "\(name).swiftmodule",
        "-enable-testing", "-emit-symbol-graph", "-emit-symbol-graph-dir", graphs.path,
        "-symbol-graph-minimum-access-level", "private",
      ] + options + sources.map(\.path))
    return try Compiler.graphs(in: graphs)
  }

  /// Returns the symbol graphs of modules of the toolchain.
  func extract(_ modules: [String]) async throws -> [URL] {
    try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
    for module in modules {
      try await run(
        [
          "-module-name", module, "-target", Compiler.triple, "-minimum-access-level",
          "public", "-output-dir", graphs.path,
        ], tool: ["swift-symbolgraph-extract"])
    }
    return try Compiler.graphs(in: graphs)
  }

  /// Returns the symbol graph of one source, and those of the earlier modules.
  func graph(_ source: String, module: String = "App", options: [String] = []) async throws
    -> [URL]
  {
    try await self.module(module, [write(source, to: "\(module).swift")], options: options)
  }

  func write(_ text: String, to name: String) throws -> URL { try folder.write(text, to: name) }

  /// Type-checks sources with the library built for this test.
  ///
  /// With `onlyTypes`, this takes a third of the time, but doesn't find errors of isolation.
  func check(_ sources: [URL], onlyTypes: Bool = false, options: [String] = []) async throws {
    let modules = TestSupport.Command.build.appending(path: "Modules")
    let depth = onlyTypes ? ["-typecheck"] : ["-emit-sil", "-o", "/dev/null"]
    try await run(
      depth + ["-wmo", "-module-name", "Fakes", "-warnings-as-errors", "-I", modules.path]
        + options + sources.map(\.path))
  }

  private func run(_ arguments: [String], tool: [String] = swiftc) async throws {
    let options = tool.dropFirst() + ["-I", folder.path] + arguments
    let result = try await TestSupport.Command(tool[0], Array(options), in: folder.url).run()
    if result.status != 0 { throw Failure(description: result.output) }
  }

  /// Returns the symbol graphs of modules, by file name. A module can import the earlier ones.
  ///
  /// The same sources are compiled once for all tests.
  static func graphs(of modules: KeyValuePairs<String, String>) async throws -> [String: String] {
    let task = made.withValue { made in
      let task =
        made[modules.description]
        ?? Task {
          let compiler = Compiler()
          var files: [URL] = []
          for (name, source) in modules { files = try await compiler.graph(source, module: name) }
          return try withExtendedLifetime(compiler) { try texts(of: files) }
        }
      made[modules.description] = task
      return task
    }
    return try await task.value
  }

  /// The texts of files, by name.
  static func texts(of files: [URL]) throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: files.map {
        ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
      })
  }

  private static let made = Captured<[String: Task<[String: String], any Error>]>([:])

  static func graphs(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
      .sorted { $0.path < $1.path }
  }
}

/// The fakes of the protocols in a source, which is compiled once for many tests.
struct FakeOutcomes: Sendable {
  private let outcomes: [String: FakeOutcome]

  init(of source: String) async throws {
    let compiler = Compiler()
    let writer = try FakeGenerator(symbolGraphs: await compiler.graph(source))
    var outcomes: [String: FakeOutcome] = [:]
    let others = writer.classes(in: ["App"]) + writer.structsOfClosures(in: ["App"])
    for type in writer.protocols(in: ["App"]) + others {
      for kind in [nil] + FakeKind.allCases {
        outcomes[FakeOutcomes.key(type.name, kind)] = writer.fake(of: type, FakeStyle(kind: kind))
      }
    }
    self.outcomes = outcomes
  }

  func fake(of name: String, _ kind: FakeKind? = nil) -> GeneratedFake? {
    outcomes[FakeOutcomes.key(name, kind)]?.fake
  }

  func refusal(of name: String, _ kind: FakeKind? = nil) -> Refusal? {
    outcomes[FakeOutcomes.key(name, kind)]?.refusal
  }

  private static func key(_ name: String, _ kind: FakeKind?) -> String {
    "\(name) \(kind?.rawValue ?? "")"
  }
}

extension FakeOutcome {
  var fake: GeneratedFake? { if case .written(let fake) = self { fake } else { nil } }
  var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
