import Dispatch
import Faked
import TestSupport
import Testing

private final class Thing: Sendable {}

private struct Fake: Faked {
  let instanceId = FakeInstance("cache")
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  let now: FunctionID<() -> Int, Returns> = "now"
  let thing: FunctionID<() -> Thing, Returns> = "thing"
  let fetch: FunctionID<(Int) -> Int, AsyncThrows> = "fetch"
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
}

/// Calls that come after the scope of their fake has ended.
struct StragglerTests {
  @Test func aStragglerGetsStubbedResponses() async throws {
    let scope = ProbedScope()
    let (fake, string) = scope.run {
      let (fake, string) = (Fake(), KeyedFake(instanceId: "straggler with a string identity"))
      fake.when(\.load) { $0 + 1 }
      fake.when(\.thing) { Thing() }
      string.when(\.load) { $0 + 1 }
      _ = fake.hold(\.fetch)
      return (fake, string)
    }
    #expect(scope.end().isEmpty)
    #expect(try [fake.load(1), string.load(1)] == [2, 2])
    _ = fake.handleCall(\.thing)
    await #expect(throws: CancellationError.self) { try await fake.handleCall(\.fetch, 1) }
    #expect(fake.calls(to: \.load).isEmpty, "calls of a test that has ended keep no arguments")
    #expect(scope.late.value.isEmpty)
    string.tearDown()
  }

  @Test func anUnstubbedStragglerReportsThatItsTestEnded() throws {
    let scope = ProbedScope("refreshes()")
    let fake = scope.run { Fake() }
    scope.end()
    let error = #expect(throws: FakedError.self) { try fake.load(1) }
    #expect(
      error?.message == """
        cache: Fake.load was called after the end of its test, refreshes().
          Either code that the test started is still running, or another test uses the same fake. Await the tasks of the \
        test before it ends, or cancel them. Create a separate fake in each test.
          No stub responds to cache: Fake.load(1).
          No function of this fake is stubbed.
          Write before the call: fake.when(\\.load) { _ in … }
        """)
    #expect(fake.handleCall(\.now) == 0)
    #expect(scope.notes.value.count == 1)
    #expect(scope.late.value.isEmpty, "it is no failure of any test")
  }

  @Test func callsDuringTheEndOfAScopeFailNoTest() async throws {
    for _ in 0..<300 {
      let scope = ProbedScope()
      let fake = scope.run {
        let fake = Fake()
        fake.when(\.load) { $0 }
        return fake
      }
      let failures = Captured(0)
      let group = DispatchGroup()
      let hasCalled = DispatchSemaphore(value: 0)
      DispatchQueue.global().async(group: group) {
        for round in 0..<200 {
          do { _ = try fake.load(round) } catch { failures.withValue { $0 += 1 } }
          if round == 20 { hasCalled.signal() }
        }
      }
      hasCalled.wait()
      #expect(scope.end().isEmpty)
      group.wait()
      #expect(failures.value == 0)
    }
  }
}
