import Foundation
import Testing

/// A run of selected tests of this test binary in a separate process.
package struct ChildProcess {
  package let output: String
  package let status: Int32

  /// The environment variable that enables tests that fail on purpose.
  package static let proofs = "FAKED_PROOFS"
  package static var isChild: Bool { ProcessInfo.processInfo.environment[proofs] != nil }

  /// A Boolean value that indicates whether tests that start processes run. `swift test` leaves out all but two of
  /// them, because they take half of its time.
  package static var canRun: Bool {
    isSupported && ProcessInfo.processInfo.environment["FAKED_TESTS"] == "all"
  }

  /// A Boolean value that indicates whether the tests are a program. Elsewhere, they are a bundle that another
  /// program loads.
  package static var isSupported: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  package static func swiftTesting(
    _ filter: String, _ more: [String] = [], environment: [String: String] = [:]
  ) async throws -> ChildProcess {
    try await run(["--testing-library", "swift-testing", "--filter", filter] + more, environment)
  }

  package static func xcTest(_ filter: String) async throws -> ChildProcess {
    try await run([filter], [:])
  }

  private static func run(
    _ arguments: [String], _ environment: [String: String]
  ) async throws -> ChildProcess {
    // A test that crashes on purpose needs no backtrace, which takes a second. The handler that prints backtraces also
    // ignores a signal that was sent.
    let always = [proofs: "1", "SWIFT_BACKTRACE": "enable=no"]
    let result = try await Command(
      Command.tests.path, arguments, environment: environment.merging(always) { $1 }
    ).run()
    return ChildProcess(output: result.output, status: result.status)
  }

  /// The lines that record a failure, as `name line`.
  package var failures: [String] {
    output.split(separator: "\n").compactMap { line in
      // ✘ Test onATask() recorded an issue at Proofs.swift:12:5: text
      if let match = line.firstMatch(
        of: /✘ Test (.+?) recorded an issue.* at [^: ]+:(\d+):\d+/)
      {
        return "\(match.1) \(match.2)"
      }
      // /path/Proofs.swift:12: error: Proofs.testOnATask : text
      if let match = line.firstMatch(of: /:(\d+): error: \w+\.(\w+) :/) {
        return "\(match.2) \(match.1)"
      }
      return nil
    }.sorted()
  }
}

/// Returns the number of the first line that contains a text, after the line that contains another text.
///
/// - Parameter caller: A file in the same folder. Defaults to the file of the caller.
package func sourceLine(
  of text: String, after start: String = "", in file: String, beside caller: String = #filePath
) throws -> Int {
  let url = URL(fileURLWithPath: caller).deletingLastPathComponent()
    .appendingPathComponent(file)
  let lines = try String(contentsOf: url, encoding: .utf8).split(
    separator: "\n", omittingEmptySubsequences: false)
  let first = start.isEmpty ? 0 : try #require(lines.firstIndex { $0.contains(start) })
  return try #require(lines[first...].firstIndex { $0.contains(text) }) + 1
}

/// Returns the failure of a test at the line that contains a text, in the form of `ChildProcess.failures`.
///
/// - Parameter caller: A file in the same folder. Defaults to the file of the caller.
package func expectedFailure(
  of test: String, at text: String = "func", in file: String, beside caller: String = #filePath
) throws -> String {
  let function = "func \(test.prefix { $0 != "(" })("
  return "\(test) \(try sourceLine(of: text, after: function, in: file, beside: caller))"
}
