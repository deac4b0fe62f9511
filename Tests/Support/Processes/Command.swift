import Foundation

/// A program that a test runs for its output.
package struct Command: Sendable {
  package struct Result: Sendable {
    package let output: String
    /// The error output. Empty if it is part of the output.
    package let errors: String
    package let status: Int32
  }

  /// The binary that runs these tests. The other products of the package are in the same folder.
  package static let tests = URL(fileURLWithPath: CommandLine.arguments[0])
  package static let build = tests.deletingLastPathComponent()

  package let url: URL
  package var arguments: [String]
  package var folder: URL?
  package var environment: [String: String]
  package var separatesErrors: Bool

  /// Creates a command from the path of a program, or from a name that the shell can find.
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

  /// Waits for the end of the program on a separate thread. At most one program runs for each core.
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
    // Compilers run with a lower priority, because other tests must not wait for them.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["nice", "-n", "19", url.path] + arguments
    process.currentDirectoryURL = folder ?? FileManager.default.temporaryDirectory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Unlike a pipe, a file never fills up.
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
