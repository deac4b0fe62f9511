import Faked
import TestSupport
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance("cache")
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  let now: FunctionID<() -> Int, Returns> = "now"
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
}

/// A value whose description must not be read.
private struct Secret: CustomStringConvertible, Sendable {
  let texts: Captured<Int>
  var description: String {
    texts.withValue { $0 += 1 }
    return "secret"
  }
}

private struct SecretFake: Faked {
  let instanceId = FakeInstance()
  let take: FunctionID<(Secret) -> Void, Throws> = "take"

  static func used(_ texts: Captured<Int>, times: Int = 1) throws -> SecretFake {
    let fake = SecretFake()
    fake.when(\.take) { _ in }
    for _ in 0..<times { try fake.handleCall(\.take, Secret(texts: texts)) }
    return fake
  }
}

struct ScopeEndTests {
  @Test func aCallBetweenTheTearDownAndTheEndIsReported() {
    let scope = ProbedScope()
    let (fake, string) = (Fake(), KeyedFake(instanceId: "torn down before the end"))
    scope.run {
      fake.when(\.now) { 1 }
      string.when(\.now) { 1 }
      fake.tearDown()
      string.tearDown()
    }
    // On a thread that doesn't know the current test.
    #expect([fake.handleCall(\.now), string.handleCall(\.now)] == [0, 0])
    let texts = scope.endWithTexts()
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.contains(".now.") }, "\(texts)")
    string.tearDown()
  }

  @Test func aStringIdentityStartsEmptyInTheNextScope() throws {
    let fake = KeyedFake(instanceId: "an identity of two tests")
    let first = ProbedScope()
    first.run { fake.when(\.load) { $0 + 1 } }
    first.end()
    let second = ProbedScope()
    second.run {
      #expect(throws: FakedError.self) { try fake.load(1) }
      #expect(fake.invocationCount(of: \.load) == 1)
      fake.when(\.load) { $0 + 10 }
      #expect(throws: Never.self) { try fake.load(1) }
    }
    #expect(second.end().isEmpty)
    fake.tearDown()
  }

  @Test func callsAreRenderedOnlyIfTheTestFails() throws {
    let texts = Captured(0)
    let (passing, failing) = (ProbedScope(), ProbedScope())
    try passing.run { for _ in 0..<3 { _ = try SecretFake.used(texts, times: 200) } }
    #expect(passing.end().isEmpty)
    #expect(texts.value == 0)
    let report = try failing.run {
      _ = try SecretFake.used(texts)
      let fake = try SecretFake.used(texts)
      failing.scope.sawFailure()
      let report = failing.scope.end(isStrict: false)
      withExtendedLifetime(fake) {}
      return report
    }
    #expect(report.calls.count == 1)
    #expect(report.calls[0].text.hasPrefix("call 2: SecretFake #2.take(secret) returned"))
    #expect(report.callsNotShown == ["SecretFake": 1])
    #expect(texts.value == 1, "the arguments of a fake that ended before the failure are not kept")
  }

  @Test func aRelaxedScopeReturnsNaturalDefaults() throws {
    let scope = ProbedScope(isRelaxed: true)
    scope.run {
      let fake = Fake()
      #expect(fake.handleCall(\.now) == 0)
      #expect(throws: Never.self) { try fake.load(1) }
    }
    #expect(scope.end().isEmpty)
    struct Relaxed: Faked {
      let instanceId = FakeInstance(unstubbed: .relaxed)
      let names: FunctionID<() -> [String], Throws> = "names"
      let any: FunctionID<() -> Any, Throws> = "any"
      let count = "count"
    }
    let relaxed = Relaxed()
    #expect(try relaxed.handleCall(\.names) == [])
    #expect(try relaxed.handleCall(\.any, as: String.self) == "")
    #expect(try relaxed.handleCall(\.count) == 0)
    // `Any` has no natural default: `nil` would be an unexpected value.
    #expect(throws: FakedError.self) { try relaxed.handleCall(\.any) }
  }
}
