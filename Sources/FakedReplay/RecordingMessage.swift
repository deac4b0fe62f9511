import Faked
import Foundation

/// A failure of a recording, as data. ``RecordingMessage`` renders it.
package enum RecordingFailure: Sendable {
  case noFile
  /// The file can't be used. The text completes a sentence about the file.
  case badFile(String)
  /// The call is the one with that number among equal calls.
  case noResponse(String, recorded: Int, number: Int, hint: String?)
  case unfitCall(String, position: Int, reason: String)
  /// A value of a call that the file can't hold.
  case unencodable(String, RecordingFlaw)
  case noCalls
  case drift([String])
  /// These calls could not reach the real implementation.
  case unreachable([String], RecordingMode)
  case notWritten(Reason)

  /// The reason why a file was not written.
  package enum Reason: Equatable, Sendable {
    case testThrew, testFailed
    /// A failed check would go unnoticed.
    case unknownResult
    case pendingCall(String)
    case twoRecordings
  }
}

/// Renders the failures of a recording.
package struct RecordingMessage: Sendable {
  private let file: RecordingFile
  /// The name of the list of calls in the file.
  private let list: String
  /// The option that runs the test; empty if there is none.
  private let filter: String

  package init(file: RecordingFile, list: String = "", test: String?) {
    (self.file, self.list) = (file, list)
    filter = Self.filter([TestScope.current?.name, test].compactMap(\.self))
  }

  package func error(_ failure: RecordingFailure) -> FakedError {
    if case .noResponse = failure { return .missingFunction(text(failure)) }
    return .invalidParameter(text(failure))
  }

  package func text(_ failure: RecordingFailure) -> String {
    lines(failure).joined(separator: "\n  ")
  }

  private func lines(_ failure: RecordingFailure) -> [String] {
    let name = file.shortPath
    switch failure {
    case .noFile:
      let advice = "Record it while the real implementation can be reached: \(command(.missing))"
      return ["\(name) doesn't exist yet.", advice]
    case .badFile(let problem):
      let tool = file.recordedBy ?? "FAKED_RECORD=all"
      return ["\(name) \(problem).", "Fix or delete \(file.path), or replace it with \(tool)."]
    case .noResponse(let call, 0, _, let hint):
      return ["\(name) has no response to \(call).", hint ?? "It has no similar call."] + advice
    case .noResponse(let call, let recorded, let number, _):
      let responses = "\(plural(recorded, "response")) to \(call)"
      return ["\(name) has \(responses), and this is call \(number)."] + advice
    case .unfitCall(let call, let position, let reason):
      let place = "\(name), \(list)[\(position)], \(call)"
      return ["\(place): the recorded value doesn't fit: \(reason).", recordAgain]
    case .unencodable(let call, let flaw):
      let advice = "Make the type Codable, or stub the function: a stubbed call is not recorded."
      return ["\(call) can't be recorded in \(name): \(flaw.problem).", advice]
    case .noCalls:
      let advice =
        "A recording contains only calls that fakes forward with `real:` and to which no stub responds."
      return ["\(name): no call of a real implementation was made.", advice]
    case .drift(let differences):
      return ["\(name) has drifted from the real implementation:"] + abridged(differences)
        + [recordAgain]
    case .unreachable(let calls, let mode):
      let effect = mode == .check ? "A part of \(name) was not checked" : "\(name) was not written"
      return ["\(effect): the real implementation could not be reached:"] + abridged(calls)
        + ["Try again later: \(command(mode))"]
    case .notWritten(let reason):
      return ["\(name) was not written: \(lines(reason)[0])"] + lines(reason)[1...]
    }
  }

  private func lines(_ reason: RecordingFailure.Reason) -> [String] {
    switch reason {
    case .testThrew: ["the test threw an error."]
    case .testFailed: ["the test failed."]
    case .unknownResult:
      [
        "this test can't tell whether one of its checks failed.",
        "Add the trait to the test: @Test(.faked), with Swift 6.2 or later. In XCTest, use FakedTestCase.",
      ]
    case .pendingCall(let call): ["\(call) had not ended when the test ended; await it."]
    case .twoRecordings:
      ["two recordings ran at the same time in one test; run them one at a time."]
    }
  }

  /// Returns the line that says what was recorded.
  package func recorded(calls: Int) -> String {
    "Recorded \(plural(calls, "call")) in \(file.shortPath)."
  }

  /// The commands that record a missing call.
  private var advice: [String] {
    (file.recordedBy == nil ? ["Record this call too: \(command(.missing))"] : []) + [recordAgain]
  }

  private var recordAgain: String { "Record all calls again: \(command(.all))" }

  private func command(_ mode: RecordingMode) -> String {
    file.recordedBy ?? "FAKED_RECORD=\(mode.rawValue) swift test\(filter)"
  }

  /// Returns the option that runs one test; empty if none of the names is the name of a test.
  private static func filter(_ names: [String]) -> String {
    let tests = names.compactMap { $0.wholeMatch(of: /`?(.+?)`?\([^()]*\)/)?.output.1 }
    let name = tests.first { !["init", "setUp", "setUpWithError"].contains($0) } ?? ""
    // A filter is a pattern, in which a dot stands for any character.
    let pattern = name.replacing(/[^\p{L}\p{N}_ ]/, with: ".")
    if pattern.isEmpty { return "" }
    return " --filter " + (pattern.contains(/[ .]/) ? "'\(pattern)'" : pattern)
  }
}

/// Prints the result of a recording, without failing a test.
package func printNote(_ note: String?) {
  if let note { FileHandle.standardError.write(Data((note + "\n").utf8)) }
}
