#if os(Linux)
  import Foundation

  /// A run of the built generator.
  struct GeneratorRun {
    let output: String
    let errors: String
    let status: Int32

    /// Waits for one run after the other, on a thread that no other test needs.
    static func of(_ arguments: [String], in folder: URL) async throws -> GeneratorRun {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(with: Result { try GeneratorRun(arguments, in: folder) })
        }
      }
    }

    private static let queue = DispatchQueue(label: "runs of the generator")

    private init(_ arguments: [String], in folder: URL) throws {
      let process = Process()
      // What the package built stands beside the binary that runs these tests.
      process.executableURL = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "faked-generate")
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
