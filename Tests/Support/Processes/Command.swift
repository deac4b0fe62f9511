import Foundation

/// A program that a test runs for its output.
package struct Command: Sendable {
  package struct Result: Sendable {
    package let output: String
    /// Empty where they are among the output.
    package let errors: String
    package let status: Int32
  }

  /// The binary that runs these tests; what the package built stands beside it.
  package static let tests = URL(fileURLWithPath: CommandLine.arguments[0])
  package static let build = tests.deletingLastPathComponent()

  package let url: URL
  package var arguments: [String]
  package var folder: URL?
  package var environment: [String: String]
  package var separatesErrors: Bool

  /// A program, by its path or by a name that the shell knows.
  package init(
    _ name: String, _ arguments: [String] = [], in folder: URL? = nil,
    environment: [String: String] = [:], separatesErrors: Bool = false
  ) {
    let isPath = name.contains("/")
    url = URL(fileURLWithPath: isPath ? name : "/usr/bin/env")
    self.arguments = isPath ? arguments : [name] + arguments
    self.folder = folder
    self.environment = environment
    self.separatesErrors = separatesErrors
  }

  /// Waits for its end, on a thread that no other test needs; no more run at once than there are cores.
  package func run() async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Self.queue.addOperation {
        continuation.resume(with: .init { try runNow() })
      }
    }
  }

  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    return queue
  }()

  private func runNow() throws -> Result {
    let process = Process()
    // After the other tests: some of them wait, and must not wait for a compiler.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["nice", "-n", "19", url.path] + arguments
    process.currentDirectoryURL = folder ?? FileManager.default.temporaryDirectory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files, unlike pipes, take any amount while nobody reads.
    let files = TemporaryFolder()
    let output = try FileHandle(forWritingTo: files.write("", to: "output"))
    process.standardOutput = output
    process.standardError =
      separatesErrors ? try FileHandle(forWritingTo: files.write("", to: "errors")) : output
    try process.run()
    process.waitUntilExit()
    return Result(
      output: files.read("output") ?? "", errors: files.read("errors") ?? "",
      status: process.terminationStatus)
  }
}
