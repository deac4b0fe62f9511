import FakeableClients
import Faked
import Foundation

/// The errors that a session receives from a ``FakeTransport``. Like all errors of a session, they are `URLError`s.
package enum TransportFailure {
  /// Returns an error of a behavior as a `URLError`.
  ///
  /// An error of another type becomes the underlying error of a `URLError` with the same message.
  static func urlError(for error: any Error) -> URLError {
    switch error {
    case let error as URLError: error
    case is CancellationError: URLError(.cancelled)
    case let error as FakedError: make(.resourceUnavailable, error.message, error)
    default: make(.unknown, "\(error)", error)
    }
  }

  static func noTransport(_ request: URLRequest) -> URLError {
    let message =
      "\(text(of: request)) got no response, because the FakeTransport of its session no longer "
      + "exists. Keep the transport for as long as its sessions are used."
    return make(.resourceUnavailable, message, FakedError.missingFunction(message))
  }

  static func unsupported(_ request: URLRequest, kind: String) -> URLError {
    let message =
      "\(text(of: request)) is a \(kind) task, which cannot be faked on this "
      + "platform. Use a data task, or fake the code that makes it."
    return make(.unsupportedURL, message, FakedError.invalidParameter(message))
  }

  /// Returns the error for a task that lacks a part.
  ///
  /// Without the part, the task could get a wrong response: on another thread, or for a request without its body.
  package static func unreadable(_ request: URLRequest, missing part: String) -> URLError {
    let message =
      "\(text(of: request)) got no response, because FakeTransport uses `\(part)`, which this version of "
      + "Foundation lacks or links statically. Stub a FakeNetworkClient, or update Faked."
    return make(.unsupportedURL, message, FakedError.invalidParameter(message))
  }

  private static func make(
    _ code: URLError.Code, _ message: String, _ underlying: any Error
  ) -> URLError {
    URLError(
      code, userInfo: [NSLocalizedDescriptionKey: message, NSUnderlyingErrorKey: underlying])
  }

  private static func text(of request: URLRequest) -> String {
    "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "without a URL")"
  }
}
