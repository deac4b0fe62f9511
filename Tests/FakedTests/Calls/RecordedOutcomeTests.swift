import Faked
import TestSupport
import Testing

/// A recording in which every call threw an error.
private final class ThrowingRecorder: CallRecorder {
  func response<Output, Failure: Error>(
    to function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedResponse<Output> {
    .recorded(.threw(CancellationError()))
  }
  func fromStart() -> any CallRecorder { self }
}

private struct Spy: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Int, ThrowsOnly<StoreError>> = "load"
  func load(_ key: String) throws(StoreError) -> Int { try handleCall(\.load, key, real: 1) }
}

struct RecordedOutcomeTests {
  @Test func aRecordedErrorOfTheWrongTypeFails() throws {
    let scope = ProbedScope()
    scope.scope.record(with: ThrowingRecorder())
    let loaded = try scope.run { try Spy().load("a") }
    #expect(loaded == 0, "a natural default")
    #expect(
      scope.end().map(\.message) == [
        """
        The recording of Spy.load contains an error that the function can't throw: it throws only StoreError.
          Record it again with FAKED_RECORD=all.
        """
      ])
  }
}
