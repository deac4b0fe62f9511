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

  @Test func aFakeStartsEmptyInTheNextTest() throws {
    let fake = FakeStorage()
    let checks: [() -> Void] = [
      { fake.verify(\.get, called: .never) }, { fake.verify(\.get, called: .never, with: "b") },
      { fake.verifyNoMoreCalls() },
    ]
    for check in checks {
      try withFakedScope {
        fake.when(\.get).thenReturn("")
        try fake.get("a")
        fake.verify(\.get)
      }
      // A call of a task that outlived the earlier test doesn't count for the next one.
      try fake.get("b")
      withFakedScope { check() }
    }
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

  @Test func theStubsOfCheckedFunctionsAreNotUnused() {
    let texts = failures {
      withFakedScope(.strict) {
        let fake = FakeStorage()
        fake.verify(\.get, called: .never)
        fake.verify(\.set, called: .never, with: "a", "b")
        fake.verify(\.save, called: .never)
        verifyInOrder { fake.verify(\.send, called: .never) }
      }
    }.map(\.text)
    #expect(texts == ["FakeStorage.now: no call used this stub."])
  }

  @Test func checksOfAnEarlierTestDoNotCount() {
    let fake = FakeObject()
    let unused = failures {
      for isChecked in [true, false] {
        withFakedScope(.strict) {
          fake.when(\.load) { _ in 1 }
          if isChecked { fake.verify(\.load, called: .never) }
        }
      }
    }
    #expect(unused.map(\.text) == ["FakeObject.load: no call used this stub."])
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
