/// A failure of a recording, as data. ``RecordingMessage`` renders it.
package enum RecordingFailure: Sendable {
  case noFile
  /// The file can't be used. The text completes a sentence about the file.
  case badFile(String)
  case noCall(String, hint: String)
  /// The call is the one with that number among equal calls.
  case noMoreCalls(String, recorded: Int, number: Int)
  case unfitCall(String, position: Int, reason: String)
  case unencodable(UnencodableValue, furtherCalls: Int)
  /// The recording received no calls. Functions ran the fake's own behavior, or are excluded from the recording.
  case noCalls(defaults: [String], excluded: [String])
  /// The file contains calls of functions that now run the fake's own behavior.
  case recordedDefaults([String])
  case drift([String])
  /// These calls of a check could not reach the real implementation.
  case unreachable([String])
  case notWritten(Reason)
  case sharedFile(owner: String, other: String)
  /// One run of a test would replace its own recording.
  case replacedTwice(owner: String)

  /// The reason why a file was not written.
  package enum Reason: Sendable {
    case testThrew, testFailed, testCanceled
    /// A failed check would go unnoticed.
    case unknownResult
    case noSuccess(calls: Int)
    case unreachable([String])
    case pendingCall(String)
    /// A replay would not find the request, because the value of a secret was removed from it.
    case unreplayable(String)
    case twoRecordings
    case changedByOtherProcess
    case tooLarge(megabytes: Int)
    case system(String, path: String)
  }
}

/// A value of a call that a file can't hold.
package struct UnencodableValue: Sendable {
  /// The part of the call that contains the value.
  enum Part: Sendable {
    case argument(label: String?, position: Int)
    case result
    case error(String)
  }

  let call: String
  let part: Part
  let type: String
  /// The reason why encoding failed; `nil` if the type is not `Codable`, or has no recorded form.
  let reason: String?

  /// Returns a Boolean value that indicates whether a value of another call has the same problem.
  func hasSameProblem(as other: Self) -> Bool { type == other.type && isError == other.isError }

  private var isError: Bool { if case .error = part { true } else { false } }
}
