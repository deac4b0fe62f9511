import FakedTesting
import TestSupport
import Testing

private struct FakeCounter: Faked {
  let instanceId = FakeInstance()
  let count = "count"
  func count(_ key: String) throws -> Int { try handleCall(\.count, params: key) }
}

struct ScopeTests {
  @Test func theEndTearsDownEveryFake() throws {
    let (fake, string, object) = (KeyedFake(), KeyedFake(instanceId: "ScopeTests"), FakeObject())
    let lifetimes = Lifetimes()
    try withFakedScope {
      fake.when(\.take) { _ in }
      string.when(\.take) { _ in }
      object.when(\.take) { _ in 1 }
      try fake.take(Witness(lifetimes))
      try string.take(Witness(lifetimes))
      _ = try object.take(Witness(lifetimes))
      #expect(lifetimes.living == 3)
    }
    #expect(lifetimes.living == 0)
    #expect(!fake.wasCalled(\.take))
    #expect(!string.wasCalled(\.take))
    #expect(!object.wasCalled(\.take))
  }

  @Test func modesCanBeCombined() {
    let unused = failures {
      withFakedScope(.strict, .relaxed) {
        FakeCounter().when(\.count) { _, _ in 1 }
        #expect(throws: Never.self) { try FakeObject().load(1) }
      }
      withFakedScope(.relaxed, .strict) { FakeCounter().when(\.count) { _, _ in 1 } }
      withFakedScope(.strict, .lenient) { FakeCounter().when(\.count) { _, _ in 1 } }
    }
    #expect(
      unused.map(\.text)
        == Array(repeating: "FakeCounter.count: no call used this stub.", count: 2))
  }

  @Test func checkingAllFunctionsUsesTheirStubs() {
    let unused = failures {
      withFakedScope(.strict) {
        let (first, second) = (FakeCounter(), FakeCounter())
        for fake in [first, second] { fake.when(\.count) { _, _ in 1 } }
        first.verifyNoMoreCalls()
        second.verifyNoMoreCalls()
      }
    }
    #expect(unused == [])
  }

  @Test(.faked) func aNestedScopeKeepsTheTaskOfItsTest() {
    let fake = FakeStorage()
    withFakedScope { withKnownIssue { fake.verify(\.get) } }
  }

  @MainActor @Test func anAsyncScopeStaysOnItsActor() async throws {
    try await withFakedScope {
      MainActor.assertIsolated()
      let fake = FakeStorage()
      await Task.yield()
      try fake.get("a")
      fake.verify(\.get)
    }
  }
}
