import FakeableClients
import Faked
import Foundation

/// The errors that a session receives from a ``FakeTransport``. Like all errors of a session, they are `URLError`s.
enum TransportFailure {
  /// Returns an error of a behavior as a `URLError`.
  ///
  /// An error of another type becomes the underlying error of a `URLError` with the same message.
  static func urlError(for error: any Error) -> URLError {
    switch error {
    case let error as URLError: error
    case is CancellationError: URLError(.cancelled)
    case let error as FakedError: urlError(.resourceUnavailable, error.message, error)
    default: urlError(.unknown, "\(error)", error)
    }
  }

  static func noTransport(_ request: URLRequest) -> FakedError {
    .missingFunction(
      "\(text(of: request)) got no response, because the FakeTransport of its session no longer "
        + "exists. Keep the transport for as long as its sessions are used.")
  }

  static func unsupported(_ request: URLRequest, kind: String) -> URLError {
    refusal(
      "\(text(of: request)) is a \(kind) task, which cannot be faked on this "
        + "platform. Use a data task, or fake the code that makes it.")
  }

  /// Returns the error for a task that lacks a part.
  ///
  /// Without the part, the task could get a wrong response: on another thread, or for a request without its body.
  static func unreadable(_ request: URLRequest, missing part: String) -> URLError {
    refusal(
      "\(text(of: request)) got no response, because FakeTransport uses `\(part)`, which this version of "
        + "Foundation lacks or links statically. Stub a FakeNetworkClient, or update Faked.")
  }

  private static func refusal(_ message: String) -> URLError {
    urlError(.unsupportedURL, message, FakedError.invalidParameter(message))
  }

  private static func urlError(
    _ code: URLError.Code, _ message: String, _ underlying: any Error
  ) -> URLError {
    URLError(
      code, userInfo: [NSLocalizedDescriptionKey: message, NSUnderlyingErrorKey: underlying])
  }

  private static func text(of request: URLRequest) -> String {
    "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "without a URL")"
  }
}
