final class OrderGate: CallObserver {
  func meet<Arguments, Output, Failure: Error>(
    _ call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments, canWait: Bool
  ) {}
  func stop() {}
  func wait<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Lesson<Arguments, Output, Failure>.Step? { nil }
}
