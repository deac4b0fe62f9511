/// The reason for ending calls that the test did not resume.
enum ReleaseReason: Sendable, Equatable {
  /// The test called `release()`.
  case requested
  /// Nothing resumed the calls in time.
  case expired(after: Duration)
  case tornDown
  case behaviorsReset
  case scopeEnded
}
