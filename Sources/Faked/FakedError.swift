/// What a fake throws when a test asked for something it cannot give; every case carries the whole text.
public enum FakedError: Error, Equatable, Sendable {
  /// A function was called, and no stub answered.
  case missingFunction(String)
  /// A value was there, and it was of another type than the one asked for.
  case typeMismatch(String)
  /// A fake has no stored property of the name that was asked for.
  case noPropertyFound(String)
  /// A property does not hold the value that was expected.
  case assertionFailed(String)
  /// A parameter or an argument of the library itself cannot be used as it was given.
  case invalidParameter(String)
  /// A call that the test waited for did not come in time.
  case missingCall(String)
  /// A held call was not resumed in time.
  case heldCall(String)

  /// The text that every case carries.
  package var message: String {
    switch self {
    case .missingFunction(let message), .typeMismatch(let message), .noPropertyFound(let message),
      .assertionFailed(let message), .invalidParameter(let message),
      .missingCall(let message), .heldCall(let message):
      message
    }
  }
}

extension FakedError: CustomStringConvertible {
  /// The text of the failure: what was wrong, where, and what to write instead.
  public var description: String { message }
}
