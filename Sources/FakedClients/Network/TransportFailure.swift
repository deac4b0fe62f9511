import FakeableClients
import Faked
import Foundation

/// The errors that a session receives from a ``FakeTransport``. Like all errors of a session, they are `URLError`s.
enum TransportFailure {
  /// Returns an error of a behavior as a `URLError`.
  ///
  /// An error of another type becomes the underlying error of a `URLError` with the same message.
  static func urlError(for error: any Error) -> URLError {
    if let error = error as? URLError { return error }
    if error is CancellationError { return URLError(.cancelled) }
    let code: URLError.Code =
      switch error {
      case FakedError.invalidParameter: .unsupportedURL
      case is FakedError: .resourceUnavailable
      default: .unknown
      }
    let message = (error as? FakedError)?.message ?? "\(error)"
    return URLError(
      code, userInfo: [NSLocalizedDescriptionKey: message, NSUnderlyingErrorKey: error])
  }

  static func noTransport(_ request: URLRequest) -> FakedError {
    .missingFunction(
      "\(text(of: request)) got no response, because the FakeTransport of its session no longer "
        + "exists. Keep the transport for as long as its sessions are used.")
  }

  static func unsupported(_ request: URLRequest, kind: String) -> FakedError {
    .invalidParameter(
      "\(text(of: request)) is a \(kind) task, which cannot be faked on this "
        + "platform. Use a data task, or fake the code that makes it.")
  }

  /// Returns the error for a task that lacks a part.
  ///
  /// Without the part, the task could get a wrong response: on another thread, or for a request without its body.
  static func unreadable(_ request: URLRequest, missing part: String) -> FakedError {
    .invalidParameter(
      "\(text(of: request)) got no response, because FakeTransport uses `\(part)`, which this version of "
        + "Foundation lacks or links statically. Stub a FakeNetworkClient, or update Faked.")
  }

  private static func text(of request: URLRequest) -> String {
    "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "without a URL")"
  }
}
