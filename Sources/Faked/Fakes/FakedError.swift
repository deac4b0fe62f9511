/// An error of a fake or a check. Every case contains the complete message.
public enum FakedError: Error, Equatable, Sendable {
  /// A function was called, and no stub responded.
  case missingFunction(String)
  /// A value doesn't have the expected type.
  case typeMismatch(String)
  /// A fake has no stored property with that name.
  case noPropertyFound(String)
  /// A property does not have the expected value.
  case assertionFailed(String)
  /// A parameter, or an argument of a function of the library, is not valid.
  case invalidParameter(String)
  /// A call that the test waited for was not made in time.
  case missingCall(String)
  /// A held call was not resumed in time.
  case heldCall(String)

  /// The message that every case contains.
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
  /// The message: what happened, where, and what to do.
  public var description: String { message }
}
