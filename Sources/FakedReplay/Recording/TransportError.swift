import Foundation

/// Recognizes errors that occur if a server can't be reached.
enum TransportError {
  private static let codes: Set<URLError.Code> = [
    .timedOut, .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .networkConnectionLost,
    .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed,
    .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
    .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
  ]
  private static let posixCodes: Set<POSIXErrorCode> = [
    .ECONNREFUSED, .ECONNRESET, .EHOSTUNREACH, .ENETDOWN, .ENETUNREACH, .EPIPE, .ETIMEDOUT,
  ]

  /// Returns a short text for such an error, or for an error that wraps one, such as `NetworkError.transport`.
  static func text(of error: any Error) -> String? {
    if let error = error as? URLError { return text(of: error) }
    if let error = error as? POSIXError, posixCodes.contains(error.code) {
      return "POSIXError \(error.code.rawValue)"
    }
    // Reflection shows the payload of an enum as a child. Deeper errors have other causes.
    return Mirror(reflecting: error).children.lazy.compactMap { $0.value as? URLError }.first
      .flatMap { text(of: $0) }
  }

  private static func text(of error: URLError) -> String? {
    codes.contains(error.code) ? "URLError \(error.errorCode)" : nil
  }
}
