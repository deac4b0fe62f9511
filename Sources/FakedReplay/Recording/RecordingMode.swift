import Faked
import Foundation

/// The way in which a test uses a recording. The environment variable `FAKED_RECORD` sets it for a whole run.
public enum RecordingMode: String, CaseIterable, Sendable {
  /// Replays the file. A call that is not in it fails. This is the default.
  case none
  /// Replays the file, and records the calls that are not in it.
  case missing
  /// Records all calls, and replaces the file if the test passes.
  case all
  /// Replays the file, also calls the real implementation, and reports differences.
  case check

  /// The mode that `FAKED_RECORD` names. `.none` if the variable is not set or not valid.
  public static var ofEnvironment: Self { (try? current()) ?? .none }

  /// Returns this mode if `FAKED_RECORD` is valid or not set.
  ///
  /// - Throws: `FakedError.invalidParameter` for a word that is not a mode.
  package func checked() throws(FakedError) -> Self {
    _ = try Self.current()
    return self
  }

  /// Returns the mode that `FAKED_RECORD` names.
  ///
  /// - Throws: `FakedError.invalidParameter` for a word that is not a mode.
  package static func current(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(FakedError) -> RecordingMode {
    guard let word = environment["FAKED_RECORD"], !word.isEmpty else { return .none }
    if let mode = RecordingMode(rawValue: word) { return mode }
    throw .invalidParameter(
      "FAKED_RECORD=\(word) is not a mode. Use all, missing, none, or check.")
  }
}

/// The parts of a result that `FAKED_RECORD=check` compares.
public enum RecordingComparison: Sendable {
  /// The keys and types of JSON, the status, and the error.
  case shape
  /// Everything.
  case value
}
