import FakedTesting
import Testing

private final class Argument: Sendable {}

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let take: FunctionID<(Argument) -> Void, Throws> = "take"
  func take(_ argument: Argument) throws { try handleCall(\.take, argument) }
}

private struct StringFake: Faked {
  let instanceId = "ScopeTests.StringFake"
  let take: FunctionID<(Argument) -> Void, Throws> = "take"
  func take(_ argument: Argument) throws { try handleCall(\.take, argument) }
}

private final class ObjectFake: Faked, Sendable {
  let take: FunctionID<(Argument) -> Void, Throws> = "take"
  func take(_ argument: Argument) throws { try handleCall(\.take, argument) }
}

struct ScopeTests {
  @Test func theEndTearsEveryFakeDown() throws {
    let fake = Fake()
    let string = StringFake()
    let object = ObjectFake()
    weak var argument: Argument?
    try withFakedScope {
      let passed = Argument()
      argument = passed
      fake.when(\.take) { _ in }
      string.when(\.take) { _ in }
      object.when(\.take) { _ in }
      try fake.take(passed)
      try string.take(passed)
      try object.take(passed)
    }
    #expect(argument == nil)
    #expect(fake.invocationCount(of: \.take) == 0)
    #expect(string.invocationCount(of: \.take) == 0)
    #expect(object.invocationCount(of: \.take) == 0)
  }

  @Test func aFakeOfAnotherScopeCanBeStubbedAgain() throws {
    let fake = Fake()
    for _ in 1...3 {
      try withFakedScope {
        fake.when(\.take) { _ in }
        try fake.take(Argument())
        fake.verify(\.take)
      }
    }
  }

  @Test func nothingJoinsAScopeThatHasEnded() async throws {
    let fake = Fake()
    let leaked = Captured<Task<Void, Never>?>(nil)
    let (ended, end) = AsyncStream<Void>.makeStream()
    withFakedScope {
      leaked.value = Task {
        for await _ in ended {}
        fake.when(\.take) { _ in }
      }
    }
    end.finish()
    await leaked.value?.value
    let found = failures { withFakedScope(.strict) { fake.when(\.take) { _ in } } }
    #expect(found.count == 1)
  }

  @Test func theLastOwnerOfAFakeReleasesItsArgumentsWithinAScope() throws {
    try withFakedScope {
      weak var argument: Argument?
      try {
        let fake = Fake()
        let passed = Argument()
        argument = passed
        fake.when(\.take) { _ in }
        try fake.take(passed)
      }()
      #expect(argument == nil)
    }
  }

  @Test func whatAFakeThatEndedHasToSayIsKept() {
    let line = #line + 5
    let found = failures {
      withFakedScope(.strict) {
        do {
          let fake = Fake()
          fake.when(\.take) { _ in }
          _ = try? Fake().take(Argument())
        }
      }
    }
    #expect(found.count == 2)
    #expect(
      found.contains {
        $0.text.hasPrefix("An unstubbed call threw an error that the test never observed.")
      })
    #expect(
      found.contains {
        $0.text == "Fake.take: no call used this stub."
          && $0.line == line
      })
  }

  @Test func aBehaviorThatAnotherReplacedIsNotUnused() throws {
    let found = try failures {
      try withFakedScope(.strict) {
        let fake = Fake()
        fake.when(\.take) { _ in }
        fake.when(\.take) { _ in }
        try fake.take(Argument())
        fake.when(\.take).where { _ in true }.thenReturn()
        fake.when(\.take) { _ in }
        try fake.take(Argument())
      }
    }
    #expect(found == [])
  }

  @Test func anErrorOfTheBodyIsThrownOnAndNotReportedTwice() {
    let found = failures {
      #expect(throws: FakedError.self) {
        try withFakedScope { try Fake().take(Argument()) }
      }
    }
    #expect(found == [])
  }

  @Test func manyFakesInOneScopeCostNoMemoryThatStays() {
    withFakedScope(.lenient) {
      for _ in 0..<10_000 { Fake().when(\.take) { _ in } }
    }
  }

  @MainActor @Test func anAsyncScopeStaysOnItsActor() async throws {
    try await withFakedScope {
      MainActor.assertIsolated()
      let fake = Fake()
      fake.when(\.take) { _ in }
      await Task.yield()
      try fake.take(Argument())
      fake.verify(\.take)
    }
  }
}
