#if os(Linux)
  import Foundation

  /// A program that a test runs for its output and its exit status.
  struct Program {
    let output: String
    let errors: String
    let status: Int32

    /// What the package built stands beside the binary that runs these tests.
    static let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

    static func generator(_ arguments: [String], in folder: URL) throws -> Program {
      try Program(built.appending(path: "faked-generate"), arguments, in: folder)
    }

    static func compiler(_ arguments: String..., in folder: URL) throws -> Program {
      try Program(URL(filePath: "/usr/bin/env"), ["swiftc"] + arguments, in: folder)
    }

    private init(_ url: URL, _ arguments: [String], in folder: URL) throws {
      let process = Process()
      process.executableURL = url
      process.arguments = arguments
      process.currentDirectoryURL = folder
      // Files, unlike pipes, take any amount while nobody reads.
      let files = try TemporaryFolder()
      for name in ["output", "errors"] { try files.write("", to: name) }
      process.standardOutput = try FileHandle(forWritingTo: files.url.appending(path: "output"))
      process.standardError = try FileHandle(forWritingTo: files.url.appending(path: "errors"))
      try process.run()
      process.waitUntilExit()
      output = files.read("output") ?? ""
      errors = files.read("errors") ?? ""
      status = process.terminationStatus
    }
  }
#endif
