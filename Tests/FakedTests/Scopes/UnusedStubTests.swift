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

  @Test func aConditionalStubThatIsReplacedBeforeItsUseIsUnused() throws {
    let scope = ProbedScope()
    let line = #line
    try scope.run {
      let fake = Fake()
      for _ in 1...2 {
        fake.when(\.load, with: 1).thenReturn(1)  // line + 4
        fake.when(\.load, with: 2).lenient.thenReturn(2)
        fake.when(\.load) { $0 }  // line + 6
      }
      let used = Fake()
      used.when(\.load, with: 1).thenReturn(1)
      _ = try used.load(1)
      used.when(\.load) { $0 }
      // A helper may run twice, so the line has a later stub.
      let helped = Fake()
      for _ in 1...2 {
        helped.when(\.load) { $0 }
        helped.when(\.load, with: 1).thenReturn(1)
      }
      for number in 1...2 { _ = try helped.load(number) }
      let reset = Fake()
      reset.when(\.load, with: 1).thenReturn(1)
      reset.when(\.load) { $0 }
      reset.resetStubs()
      for fake in [fake, used] { _ = try fake.load(1) }
    }
    let unused = scope.scope.end(isStrict: true).unused
    #expect(
      unused.map(\.message) == [
        """
        cache: Fake.load: no call used this stub, because an unconditional stub replaced it \
        (UnusedStubTests.swift:\(line + 6)). Write the unconditional stub first.
        """
      ])
    #expect(unused.map(\.site?.line) == [UInt(line + 4)])
  }
}
