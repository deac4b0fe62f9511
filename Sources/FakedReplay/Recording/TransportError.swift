import Foundation

/// An error that means that a server was not reached.
enum TransportError {
  private static let codes: Set<POSIXErrorCode> = [
    .ECONNREFUSED, .ECONNRESET, .EHOSTUNREACH, .ENETDOWN, .ENETUNREACH, .EPIPE, .ETIMEDOUT,
  ]

  /// The codes with which clients report a response that a server did send.
  private static let codesOfResponses: Set<URLError.Code> = [.badServerResponse]

  /// Returns a short text for such an error, or for an error that wraps one, such as `NetworkError.transport`.
  static func text(of error: any Error) -> String? {
    if let error = error as? URLError { return text(of: error) }
    if let error = error as? POSIXError, codes.contains(error.code) {
      return "POSIXError \(error.code.rawValue)"
    }
    // An enum has its payload as a child. Deeper errors are causes of another kind.
    return Mirror(reflecting: error).children.lazy.compactMap { $0.value as? URLError }.first
      .flatMap { text(of: $0) }
  }

  private static func text(of error: URLError) -> String? {
    codesOfResponses.contains(error.code) ? nil : "URLError \(error.errorCode)"
  }
}
