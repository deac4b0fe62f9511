import Faked
import FakedExplore
import TestSupport
import Testing

/// Checks in detached tasks of a deterministic test.
struct DetachedCheckTests {
  /// Such a task has no task-local values. The scheduler knows its scope.
  @Test func aDetachedCheckOfAnEarlierFakeSeesNoCalls() async throws {
    let earlier = ProbedScope()
    let fake = earlier.run {
      let fake = FakeStorage()
      _ = try? fake.get("a")
      return fake
    }
    earlier.end()
    let later = ProbedScope()
    try await later.run {
      try await withDeterministicTasks {
        await Task.detached {
          fake.verify(\.get, called: .never)
          #expect(fake.instance.state.endedBeforeCurrentScope)
        }.value
      }
    }
    #expect(later.end().isEmpty)
  }
}
