import Faked
import TestSupport
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance("cache")
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  let now: FunctionID<() -> Int, Returns> = "now"
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
}

/// The stubs that no call used, at the end of their scope.
struct UnusedStubTests {
  @Test func onlyStubsThatNeverRespondedAndAreNotLenientAreUnused() throws {
    let scope = ProbedScope()
    try scope.run {
      let fake = Fake()
      fake.when(\.now).lenient.thenReturn(0)
      fake.when(\.load) { $0 }
      _ = try fake.load(1)
      fake.when(\.load, with: 2).thenReturn(3)
      #expect(try fake.load(2) == 3)
      let other = Fake()
      other.when(\.load) { $0 }
      _ = try other.load(1)
      other.when(\.load) { $0 }
    }
    let unused = scope.scope.end(isStrict: true).unused.map(\.message)
    #expect(unused == ["cache: Fake.load: no call used this stub."])
  }

  @Test func readingAllCallsChecksAllFunctions() {
    let scope = ProbedScope()
    scope.run {
      let fake = Fake()
      fake.when(\.load) { $0 }
      #expect(fake.allCalls.isEmpty)
    }
    #expect(scope.scope.end(isStrict: true).unused.isEmpty)
  }
}
