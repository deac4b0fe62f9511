import FakedTesting
import TestSupport
import Testing

private struct FakeCounter: Faked {
  let instanceId = FakeInstance()
  let count = "count"
  func count(_ key: String) throws -> Int { try handleCall(\.count, params: key) }
}

private struct FakeLog: Faked {
  let instanceId = FakeInstance("log")
  let write: FunctionID<(String) -> String, Throws> = "write"
  init() { when(\.write) { $0 } }
  func write(_ text: String) { _ = try? handleCall(\.write, text) }
}

struct ScopeTests {
  @Test func theEndTearsEveryFakeDown() throws {
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

  @Test func aFakeOfAnEarlierTestBeginsAnewInTheNext() throws {
    let fake = FakeStorage()
    let checks: [() -> Void] = [
      { fake.verify(\.get, called: .never) }, { fake.verify(\.get, called: .never, with: "b") },
      { fake.verify(\.get, arguments: []) }, { fake.verifyNoCalls() },
    ]
    for check in checks {
      try withFakedScope {
        fake.when(\.get).thenReturn("")
        try fake.get("a")
        fake.verify(\.get)
      }
      // A call from what the earlier test left running is not one of the next.
      try fake.get("b")
      withFakedScope { check() }
    }
  }

  @Test func nothingJoinsAScopeThatHasEnded() async throws {
    let fake = KeyedFake()
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
        let fake = KeyedFake()
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
          let fake = KeyedFake()
          fake.when(\.take) { _ in }
          _ = try? KeyedFake().take(Witness())
        }
      }
    }
    #expect(found.count == 2)
    #expect(found.contains { $0.text.hasPrefix("An unstubbed call threw an error that") })
    let unused = "KeyedFake<FakeInstance>.take: no call used this stub."
    #expect(found.contains(.init(text: unused, line: line)))
  }

  @Test func aStubThatForbidsCallsOrThatAnotherReplacedIsNotUnused() throws {
    let found = try failures {
      try withFakedScope(.strict) {
        _ = KeyedFake().when(\.take).thenFail()
        let fake = KeyedFake()
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

  @Test func aTestThatThrowsHasSwallowedErrorsButNoUnusedStubs() {
    let texts = failures {
      #expect(throws: FakedError.self) {
        try withFakedScope(.strict) {
          FakeCounter().when(\.count) { _, _ in 1 }
          _ = try? FakeObject().load(1)
          // This one is seen by the test, and reported by its framework.
          try KeyedFake().take(Witness())
        }
      }
    }.map(\.text)
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains("did not fail the test.\n  No stub responds to FakeObject") == true,
      "\(texts)")
  }

  @Test(.faked) func aScopeWithinKnowsTheTaskOfItsTest() {
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

  @Test func swallowedErrorsAreReportedOnceForEachFunction() {
    let texts = failures {
      withFakedScope {
        let (fake, object, counter) = (KeyedFake(), FakeObject(), FakeCounter())
        counter.when(\.count) { _, _ in "three" }
        for _ in 0..<3 { _ = try? fake.take(Witness()) }
        _ = try? object.load(1)
        _ = try? counter.count("a")
      }
    }.map(\.text)
    let heads = texts.map { $0.split(separator: "\n").prefix(2).joined(separator: "\n") }
      .map { $0.replacing(#/ \(ScopeTests.swift:\d+\)/#, with: "") }
      .map { $0.replacing(#/, called at .*(?=\.)/#, with: "") }
    #expect(
      heads == [
        """
        3 unstubbed calls of KeyedFake<FakeInstance>.take threw errors that did not fail the test. The first:
          No stub responds to KeyedFake<FakeInstance>.take(Witness).
        """,
        """
        An unstubbed call threw an error that did not fail the test.
          No stub responds to FakeObject.load(1).
        """,
        """
        A call of a fake threw an error that did not fail the test.
          FakeCounter.count returns Int, but its behavior returned "three" of type String.
        """,
      ])
  }

  @Test func theTranscriptNumbersCallsAsChecksDo() {
    let probe = ProbedScope()
    let report = probe.run {
      let log = FakeLog()
      for number in 1...500 { log.write("\(number)") }
      probe.scope.sawFailure()
      defer { log.tearDown() }
      return probe.scope.end(isStrict: false)
    }
    let lines = Transcript.text(of: report, in: "aTest()").split(separator: "\n").dropFirst()
    #expect(lines.count == 201)
    #expect(lines.first == "  … 300 earlier calls of log: FakeLog")
    #expect(
      lines.dropFirst().first?.hasPrefix("  call 301: log: FakeLog.write(\"301\") returned") == true
    )
    #expect(lines.last?.hasPrefix("  call 500: log: FakeLog.write(\"500\") returned") == true)
  }

  @Test func callsOfFakesThatEndedBeforeTheFailureAreCounted() {
    let probe = ProbedScope()
    let report = probe.run {
      FakeLog().write("a")
      probe.scope.sawFailure()
      return probe.scope.end(isStrict: false)
    }
    #expect(
      Transcript.text(of: report, in: "aTest()") == """
        Calls of all fakes in aTest():
          not shown: 1 call of log: FakeLog, which ended before the test failed
        """)
  }

  @Test func theTranscriptOfAFailedTestIsShort() {
    let probe = ProbedScope()
    probe.run {
      let logs = (0..<20).map { _ in FakeLog() }
      let long = String(repeating: "a", count: 100_000)
      for log in logs { for _ in 0..<150 { log.write(long) } }
      probe.scope.sawFailure()
      let text = Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
      #expect(text.hasPrefix("Calls of all fakes in aTest():\n  … "))
      #expect(text.contains("aaa\" (100000 characters)"))
      #expect((500_000..<1_000_500).contains(text.utf8.count))
      _ = logs.count
    }
  }
}
