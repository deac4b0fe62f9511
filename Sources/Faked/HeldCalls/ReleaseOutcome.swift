/// The end of calls that the test did not resume.
enum ReleaseOutcome<Result> {
  /// The calls end like canceled calls, or return a natural default.
  case usual(Result)
  /// Each call throws an error with the time for which it was held.
  case expire(after: Duration)
  /// Nothing can end the calls, and the end of a scope never stops the process.
  case keepWaiting
  /// Nothing can end the calls, so the process stops.
  case stop

  var keepsWaiting: Bool { if case .keepWaiting = self { true } else { false } }
}
