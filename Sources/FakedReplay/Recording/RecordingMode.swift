import Faked
import Foundation

/// What a test does with its recording; `FAKED_RECORD` in the environment says it for a whole run.
public enum RecordingMode: String, CaseIterable, Sendable {
  /// Answers from the file alone; a call that is not in it fails. This is the mode where nothing is said.
  case none
  /// Answers from the file, and records the calls that are not in it.
  case missing
  /// Records all calls, and replaces the file.
  case all
  /// Answers from the file, makes every call of the real thing as well, and reports what differs.
  case check

  /// The mode that `FAKED_RECORD` names.
  ///
  /// - Throws: `FakedError.invalidParameter` for a word that is no mode.
  package static func current(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(FakedError) -> RecordingMode {
    guard let word = environment["FAKED_RECORD"], !word.isEmpty else { return .none }
    if let mode = RecordingMode(rawValue: word) { return mode }
    let modes = allCases.map(\.rawValue).joined(separator: ", ")
    throw .invalidParameter(
      "FAKED_RECORD=\(word) is no mode. Write one of \(modes), or leave the variable out.")
  }
}

/// What `FAKED_RECORD=check` compares of each answer.
public enum RecordingComparison: Sendable {
  /// The keys and the types of its JSON, its status, and its error.
  case shape
  /// All of it.
  case value
}
