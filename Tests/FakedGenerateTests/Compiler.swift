import Faked
import Foundation

/// The Swift compiler, on sources in a folder of its own.
struct Compiler: ~Copyable {
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

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fakes-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Builds a module, and writes its symbol graph; gives the folder of that.
  func module(_ name: String, _ sources: [URL], options: [String] = []) async throws -> URL {
    let graphs = folder.appending(path: "graphs")
    try await run(
      [
        "-emit-module", "-module-name", name, "-emit-module-path",
        folder.appending(path: "\(name).swiftmodule").path, "-enable-testing",
        "-emit-symbol-graph", "-emit-symbol-graph-dir", graphs.path,
        "-symbol-graph-minimum-access-level", "private",
      ] + options + sources.map(\.path))
    return graphs
  }

  /// Writes the symbol graphs of modules of the toolchain; gives the folder of those.
  func extract(_ modules: [String]) async throws -> URL {
    let graphs = folder.appending(path: "graphs")
    try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
    for module in modules {
      try await run(
        [
          "-module-name", module, "-target", Compiler.triple, "-minimum-access-level",
          "public", "-output-dir", graphs.path,
        ], tool: ["swift-symbolgraph-extract"])
    }
    return graphs
  }

  /// The symbol graph of one source.
  func graph(_ source: String, module: String = "App", options: [String] = []) async throws
    -> [URL]
  {
    let file = try write(source, to: "\(module).swift")
    return try Compiler.graphs(in: await self.module(module, [file], options: options))
  }

  func write(_ text: String, to name: String) throws -> URL {
    let file = folder.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  /// Compiles as far as there are errors to find, with the library built for this test.
  ///
  /// Costs a third where only types are checked; errors of isolation do not show then.
  func check(_ sources: [URL], onlyTypes: Bool = false, options: [String] = []) async throws {
    let modules = Compiler.build.appending(path: "Modules")
    let depth = onlyTypes ? ["-typecheck"] : ["-emit-sil", "-o", "/dev/null"]
    try await run(
      depth + ["-wmo", "-module-name", "Fakes", "-warnings-as-errors", "-I", modules.path]
        + options + sources.map(\.path))
  }

  /// Waits on a thread of its own: the threads of tests are few, and others need them.
  private func run(_ arguments: [String], tool: [String] = swiftc) async throws {
    let (folder, options) = (folder, tool + ["-I", folder.path] + arguments)
    let output = await withCheckedContinuation { continuation in
      Compiler.queue.addOperation {
        continuation.resume(returning: Result { try Compiler.output(options, in: folder) })
      }
    }
    let (status, text) = try output.get()
    if status != 0 { throw Failure(description: text) }
  }

  /// No more compilers at once than there are cores.
  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    return queue
  }()

  private static func output(_ arguments: [String], in folder: URL) throws -> (Int32, String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    // After the other tests: some of them wait, and must not wait for the compiler.
    process.arguments = ["nice", "-n", "19"] + arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Where the package was built: the test binary stands in it.
  private static let build = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// The symbol graphs of modules, by file name; a module can import those before it.
  ///
  /// The same sources are compiled once for all tests.
  static func graphs(of modules: KeyValuePairs<String, String>) async throws -> [String: String] {
    let task = made.withValue { made in
      let task =
        made[modules.description]
        ?? Task {
          let compiler = try Compiler()
          for (name, source) in modules {
            _ = try await compiler.graph(source, module: name)
          }
          return try texts(of: graphs(in: compiler.folder.appending(path: "graphs")))
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
