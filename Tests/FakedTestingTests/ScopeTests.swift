import FakedTesting
import TestSupport
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let take: FunctionID<(Witness) -> Void, Throws> = "take"
  func take(_ argument: Witness) throws { try handleCall(\.take, argument) }
}

private struct StringFake: Faked {
  let instanceId = "ScopeTests.StringFake"
  let take: FunctionID<(Witness) -> Void, Throws> = "take"
  func take(_ argument: Witness) throws { try handleCall(\.take, argument) }
}

private final class ObjectFake: Faked, Sendable {
  let take: FunctionID<(Witness) -> Void, Throws> = "take"
  func take(_ argument: Witness) throws { try handleCall(\.take, argument) }
}

private struct FakeCounter: Faked {
  let instanceId = FakeInstance()
  let count = "count"
  func count(_ key: String) throws -> Int { try handleCall(\.count, params: key) }
}

struct ScopeTests {
  @Test func theEndTearsEveryFakeDown() throws {
    let fake = Fake()
    let string = StringFake()
    let object = ObjectFake()
    let lifetimes = Lifetimes()
    try withFakedScope {
      fake.when(\.take) { _ in }
      string.when(\.take) { _ in }
      object.when(\.take) { _ in }
      try fake.take(Witness(lifetimes))
      try string.take(Witness(lifetimes))
      try object.take(Witness(lifetimes))
      #expect(lifetimes.living == 3)
    }
    #expect(lifetimes.living == 0)
    #expect(fake.invocationCount(of: \.take) == 0)
    #expect(string.invocationCount(of: \.take) == 0)
    #expect(object.invocationCount(of: \.take) == 0)
  }

  @Test func aFakeOfAnotherScopeCanBeStubbedAgain() throws {
    let fake = Fake()
    for _ in 1...3 {
      try withFakedScope {
        fake.when(\.take) { _ in }
        try fake.take(Witness())
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
      let lifetimes = Lifetimes()
      try {
        let fake = Fake()
        fake.when(\.take) { _ in }
        try fake.take(Witness(lifetimes))
      }()
      #expect(lifetimes.living == 0)
    }
  }

  @Test func whatAFakeThatEndedHasToSayIsKept() {
    let line = #line + 5
    let found = failures {
      withFakedScope(.strict) {
        do {
          let fake = Fake()
          fake.when(\.take) { _ in }
          _ = try? Fake().take(Witness())
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

  @Test func aStubThatForbidsCallsIsNotUnused() {
    let found = failures { withFakedScope(.strict) { _ = Fake().when(\.take).thenFail() } }
    #expect(found == [])
  }

  @Test func whatATestDidNotComeToIsNotUnused() {
    let found = failures {
      #expect(throws: CancellationError.self) {
        try withFakedScope(.strict) {
          Fake().when(\.take) { _ in }
          throw CancellationError()
        }
      }
    }
    #expect(found == [])
  }

  @Test func aResultOfAnotherTypeIsNotSwallowed() {
    let found = failures {
      withFakedScope {
        let fake = FakeCounter()
        fake.when(\.count) { _, _ in "three" }
        #expect((try? fake.count("a")) == nil)
      }
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.hasPrefix("A call of a fake threw an error that the test never observed.")
        == true)
  }

  @Test(.faked) func aScopeWithinKnowsTheTaskOfItsTest() {
    let fake = FakeStorage()
    withFakedScope { withKnownIssue { fake.verify(\.get) } }
  }

  @Test func aFakeOfAnEarlierTestBeginsAnewWhereItIsChecked() throws {
    let fake = try withFakedScope {
      let fake = FakeStorage()
      fake.when(\.get).thenReturn("")
      _ = try fake.get("a")
      return fake
    }
    // A call from what the first test left running is not one of the second.
    _ = try fake.get("b")
    withFakedScope { fake.verify(\.get, called: .never) }
  }

  @Test func aBehaviorThatAnotherReplacedIsNotUnused() throws {
    let found = try failures {
      try withFakedScope(.strict) {
        let fake = Fake()
        fake.when(\.take) { _ in }
        fake.when(\.take) { _ in }
        try fake.take(Witness())
        fake.when(\.take).where { _ in true }.thenReturn()
        fake.when(\.take) { _ in }
        try fake.take(Witness())
      }
    }
    #expect(found == [])
  }

  @Test func anErrorOfTheBodyIsThrownOnAndNotReportedTwice() {
    let found = failures {
      #expect(throws: FakedError.self) {
        try withFakedScope { try Fake().take(Witness()) }
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
      try fake.take(Witness())
      fake.verify(\.take)
    }
  }

  @Test func aScopeWhoseBodyThrowsEndsToo() {
    struct Stop: Error {}
    let texts = failures {
      #expect(throws: Stop.self) {
        try withFakedScope {
          _ = try? Fake().take(Witness())
          throw Stop()
        }
      }
    }.map(\.text)
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("An unstubbed call threw") == true, "\(texts)")
  }

  @Test func swallowedErrorsAreReportedOnceForEachFunction() {
    let texts = failures {
      withFakedScope {
        let (fake, object) = (Fake(), ObjectFake())
        for _ in 0..<3 { _ = try? fake.take(Witness()) }
        _ = try? object.take(Witness())
      }
    }.map(\.text)
    let heads = texts.map { $0.split(separator: "\n").prefix(2).joined(separator: "\n") }
    #expect(
      heads == [
        """
        3 unstubbed calls of Fake.take threw errors that the test never observed. The first:
          No stub answers Fake.take(Witness).
        """,
        """
        An unstubbed call threw an error that the test never observed.
          No stub answers ObjectFake.take(Witness).
        """,
      ])
  }

  @Test func theTranscriptNumbersCallsAsChecksDo() {
    let scope = ProbedScope()
    let report = scope.run {
      struct FakeLog: Faked {
        let instanceId = FakeInstance("log")
        let write: FunctionID<(Int) -> Void, Throws> = "write"
      }
      let log = FakeLog()
      log.when(\.write) { _ in }
      for number in 1...500 { try? log.handleCall(\.write, number) }
      scope.scope.sawFailure()
      defer { log.tearDown() }
      return scope.scope.end(isStrict: false)
    }
    let lines = Transcript.text(of: report, in: "aTest()").split(separator: "\n")
    #expect(lines.dropFirst().first == "  … 300 earlier calls of log: FakeLog")
    #expect(
      lines.dropFirst(2).first?.hasPrefix("  call 301: log: FakeLog.write(301) returned") == true)
    #expect(lines.last?.hasPrefix("  call 500: log: FakeLog.write(500) returned") == true)
  }

  @Test func theTranscriptOfAFailedTestIsShort() {
    let scope = FakedScope(
      "aTest()", reporter: .init(now: { _ in }, late: { _ in }, note: { _ in }))
    FakedScope.$current.withValue(scope) {
      struct FakeLog: Faked {
        let instanceId = FakeInstance("log")
        let write: FunctionID<(String) -> String, Throws> = "write"
      }
      let logs = (0..<20).map { _ in FakeLog() }
      let long = String(repeating: "a", count: 100_000)
      for log in logs {
        log.when(\.write) { $0 }
        for _ in 0..<150 { _ = try? log.handleCall(\.write, long) }
      }
      scope.sawFailure()
      let text = Transcript.text(of: scope.end(isStrict: false), in: "aTest()")
      #expect(text.hasPrefix("Calls of all fakes in aTest():\n  … "))
      #expect(text.contains("aaa\" (100000 characters)"))
      #expect(text.utf8.count < 1_000_500)
      #expect(text.utf8.count > 500_000)
      _ = logs.count
    }
  }
}
