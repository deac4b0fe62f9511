import Faked
import Foundation

/// A failure of a recording, as data. ``RecordingMessage`` renders it.
package enum RecordingFailure: Sendable {
  case noFile
  /// The file can't be used. The text completes a sentence about the file.
  case badFile(String)
  case noCall(String, hint: String?)
  /// The call is the one with that number among equal calls.
  case noMoreCalls(String, recorded: Int, number: Int)
  case unfitCall(String, position: Int, reason: String)
  /// A value of a call that the file can't hold.
  case unencodable(String, reason: String, fix: String)
  case noCalls(hints: [String])
  case drift([String])
  /// These calls of a check could not reach the real implementation.
  case unreachable([String])
  case notWritten(Reason)

  /// The reason why a file was not written.
  package enum Reason: Equatable, Sendable {
    case testThrew, testFailed, testCanceled
    /// A failed check would go unnoticed.
    case unknownResult
    case unreachable([String])
    case pendingCall(String)
    case twoRecordings
    case system(String, path: String)
  }
}

/// Renders the failures of a recording.
package struct RecordingMessage: Sendable {
  private let file: RecordingFile
  /// The option that runs the test; empty if there is none.
  private let filter: String

  package init(file: RecordingFile, test: String?) {
    self.file = file
    filter = Self.filter([TestScope.current?.name, test].compactMap(\.self))
  }

  package func error(_ failure: RecordingFailure) -> FakedError {
    switch failure {
    case .noCall, .noMoreCalls: .missingFunction(text(failure))
    case .unfitCall: .typeMismatch(text(failure))
    default: .invalidParameter(text(failure))
    }
  }

  package func text(_ failure: RecordingFailure) -> String {
    let name = file.shortPath
    let isArchive = name.hasSuffix(".har")
    let (entry, link, request) = isArchive ? ("response", "to", "request") : ("call", "of", "call")
    switch failure {
    case .noFile:
      return lines(
        "\(name) doesn't exist yet.",
        ["Record it while the real implementation can be reached: \(command(.missing))"])
    case .badFile(let problem):
      let tool = file.recordedBy ?? "FAKED_RECORD=all"
      return lines(
        "\(name) \(problem).", ["Fix or delete \(file.path), or replace it with \(tool)."])
    case .noCall(let call, let hint):
      let hint = hint ?? "It has no similar \(request)."
      return lines("\(name) has no \(entry) \(link) \(call).", [hint] + advice)
    case .noMoreCalls(let call, let recorded, let number):
      return lines(
        "\(name) has \(plural(recorded, entry)) \(link) \(call), and this is \(request) \(number).",
        advice)
    case .unfitCall(let call, let position, let reason):
      return lines(
        "\(name), calls[\(position)], \(call): the recorded value doesn't fit: \(reason).",
        [recordAgain])
    case .unencodable(let call, let reason, let fix):
      return lines("\(call) can't be recorded in \(name): \(reason).", [fix])
    case .noCalls(let hints):
      return lines(
        "\(name): no call of a real implementation was made.",
        [
          "A recording contains only calls that fakes forward with `real:` and to which no stub responds."
        ] + abridged(hints, to: 3))
    case .drift(let differences):
      return lines(
        "\(name) has drifted from the real implementation:",
        abridged(differences) + [recordAgain])
    case .unreachable(let calls):
      return lines(
        "The real implementation could not be reached, so this part of \(name) was not checked:",
        abridged(calls) + ["Check it again later: \(command(.check))"])
    case .notWritten(let reason): return text(reason)
    }
  }

  /// Returns the line that says what was recorded, followed by the calls that did not reach the server.
  package func recorded(calls: Int, unreached: [String]) -> String {
    let line = "Recorded \(plural(calls, "call")) in \(file.shortPath)."
    if unreached.isEmpty { return line }
    return lines(
      "\(line) \(unreached.count) of them could not reach the real implementation:",
      abridged(unreached))
  }

  private func text(_ reason: RecordingFailure.Reason) -> String {
    let start = "\(file.shortPath) was not written: "
    switch reason {
    case .testThrew: return start + "the test threw an error."
    case .testFailed: return start + "the test failed."
    case .testCanceled: return start + "the test was canceled."
    case .unknownResult:
      return lines(
        start + "this test can't tell whether one of its checks failed.",
        [
          "Add the trait to the test: @Test(.faked), with Swift 6.2 or later. In XCTest, use FakedTestCase."
        ])
    case .unreachable(let calls):
      return lines(start + "the real implementation could not be reached:", abridged(calls))
    case .pendingCall(let call):
      return start + "\(call) had not ended when the test ended; await it."
    case .twoRecordings:
      return start + "two recordings ran at the same time in one test; run them one at a time."
    case .system(let reason, let path): return start + "\(reason) (\(path))."
    }
  }

  private func lines(_ first: String, _ others: [String]) -> String {
    ([first] + others).joined(separator: "\n  ")
  }

  /// The commands that record a missing call.
  private var advice: [String] {
    if let tool = file.recordedBy { return ["Record a new file with \(tool)."] }
    return [
      "Record this call too: \(command(.missing))", "Or record all calls again: \(command(.all))",
    ]
  }

  private var recordAgain: String { "Record it again: \(command(.all))" }

  private func command(_ mode: RecordingMode) -> String {
    file.recordedBy ?? "FAKED_RECORD=\(mode.rawValue) swift test\(filter)"
  }

  /// Returns the option that runs one test; empty if none of the names is the name of a test.
  private static func filter(_ names: [String]) -> String {
    let tests = names.filter { $0.hasSuffix(")") }.map { name in
      name[..<(name.lastIndex(of: "(") ?? name.endIndex)].filter { $0 != "`" }
    }
    let name = tests.first { !["init", "setUp", "setUpWithError"].contains($0) }
    // A filter is a pattern, in which a dot stands for any character.
    let pattern = name?.replacing(/[^\p{L}\p{N}_ ]/, with: ".") ?? ""
    return pattern.isEmpty
      ? "" : " --filter " + (pattern == name && !pattern.contains(" ") ? pattern : "'\(pattern)'")
  }
}

/// Prints the result of a recording, without failing a test.
package enum RecordingNote {
  /// The output of the current task, which tests replace.
  @TaskLocal package static var print: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
