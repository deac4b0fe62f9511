// The outcomes of calls in lists of calls.
extension CallRecord {
  /// The outcome with its details, as in `returned 3 in 12 µs, stubbed at StoreTests.swift:7`.
  package var ending: String {
    let time = duration.map { " in \($0.formattedShort)" } ?? ""
    let cancelled = wasCancelled ? ", canceled" : ""
    let replayed = isReplayed ? ", replayed from a recording" : ""
    return outcomeText(after: time) + cancelled + replayed
      + (stub.map { ", stubbed at \($0)" } ?? "")
  }

  /// The outcome, as in `returned 3`, or `returned 3 in 12 µs` with a time.
  package func outcomeText(after time: String = "") -> String {
    switch outcome {
    case .pending: "is under way"
    case .returned(is Void): "returned\(time)"
    case .returned(let value): "returned \(readableAtLength(value))\(time)"
    case .threw(let error as FakedError):
      "threw \(error.reason(failure, after: time))"
    case .threw(let error): "threw \(readable(error))\(time)"
    }
  }
}

extension FakedError {
  /// The reason why a call threw the error, as it follows the word "threw" in a list of calls.
  fileprivate func reason(_ failure: CallFailure?, after time: String) -> String {
    switch failure {
    case .unstubbed: return "an error\(time) because no stub responds"
    case .unexpected: return "an error\(time) because its stub says `thenFail()`"
    case .unfit: return "an error\(time) because its response does not fit"
    case .unrecorded: return "an error\(time) because the recording does not contain it"
    case nil: break
    }
    // A behavior can throw the error of another call.
    return switch self {
    case .heldCall: "an error\(time) because it was held and not resumed"
    case .missingFunction: "FakedError.missingFunction\(time)"
    case .typeMismatch: "FakedError.typeMismatch\(time)"
    case .noPropertyFound: "FakedError.noPropertyFound\(time)"
    case .assertionFailed: "FakedError.assertionFailed\(time)"
    case .invalidParameter: "FakedError.invalidParameter\(time)"
    case .missingCall: "FakedError.missingCall\(time)"
    }
  }
}
