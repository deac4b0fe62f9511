#if os(Linux)
  import Foundation

  /// A program that a test runs for its output.
  struct Program {
    /// The binary that runs these tests; what the package built stands beside it.
    static let bundle = URL(filePath: CommandLine.arguments[0])

    let url: URL
    var folder = FileManager.default.temporaryDirectory
    var arguments: [String] = []
    var environment: [String: String] = [:]

    /// What it prints, errors included; returns when it has ended.
    func output() async throws -> String {
      // One program after the other, on a thread that no other test needs.
      try await withCheckedThrowingContinuation { continuation in
        Self.queue.async { continuation.resume(with: Result { try run() }) }
      }
    }

    private static let queue = DispatchQueue(label: "programs")

    private func run() throws -> String {
      let process = Process()
      let pipe = Pipe()
      // After the other tests: some of them wait, and must not wait for a compiler.
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.currentDirectoryURL = folder
      process.arguments = ["nice", "-n", "19", url.path] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }
#endif
