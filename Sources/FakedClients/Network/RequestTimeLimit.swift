import Faked

/// The time limit of one request of a session.
///
/// If the limit passes while a real request is recorded or checked, the real request ends with a timeout, and its
/// recorder ends the request of the session. Otherwise, the test could end before the timeout is recorded.
final class RequestTimeLimit: Sendable {
  /// The limit of the request in whose task the code runs.
  @TaskLocal static var current: RequestTimeLimit?

  private struct State {
    var hasPassed = false
    var hasRecorder = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Captured(State())

  var hasPassed: Bool { state.value.hasPassed }

  /// Cancels the real request.
  ///
  /// - Returns: A Boolean value that indicates whether a recorder ends the request of the session.
  func pass() -> Bool {
    let (hasRecorder, cancel) = state.withValue { state in
      state.hasPassed = true
      return (state.hasRecorder, state.cancel)
    }
    cancel?()
    return hasRecorder
  }

  /// Sets the closure that cancels the real request, or calls it if the limit has passed.
  func cancelReal(with cancel: @escaping @Sendable () -> Void) {
    let hasPassed = state.withValue { state in
      state.cancel = cancel
      return state.hasPassed
    }
    if hasPassed { cancel() }
  }

  /// Runs a recorder, which ends the request even if the limit passes.
  ///
  /// - Throws: `CancellationError` if the limit has passed, and the errors of the recorder.
  static func record<Result>(_ body: () async throws -> Result) async throws -> Result {
    guard let limit = current else { return try await body() }
    let hasPassed = limit.state.withValue { state in
      state.hasRecorder = true
      return state.hasPassed
    }
    defer { limit.state.withValue { $0.hasRecorder = false } }
    if hasPassed { throw CancellationError() }
    return try await body()
  }
}
