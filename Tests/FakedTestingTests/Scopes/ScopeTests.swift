import FakedTesting
import Foundation
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
      { fake.verify(\.get, arguments: []) }, { fake.verifyNoCalls() },
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
        first.verifyNoCalls()
        second.verifyNoMoreCalls()
      }
    }
    #expect(unused == [])
  }

  @Test func aScopeConfiguresCallSites() {
    withFakedScope {
      #expect(TestScope.current?.capturesCallSites == true)
      withFakedScope(callSites: false) {
        #expect(TestScope.current?.capturesCallSites == false)
        withFakedScope { #expect(TestScope.current?.capturesCallSites == false) }
      }
    }
  }

  @Test func theStubsOfCheckedFunctionsAreNotUnused() {
    let texts = failures {
      withFakedScope(.strict) {
        let fake = FakeStorage()
        fake.verify(\.get, called: .never)
        fake.verify(\.set, called: .never, with: "a", "b")
        fake.verify(\.save, arguments: [])
        verifyInOrder { fake.verify(\.send, called: .never) }
      }
    }.map(\.text)
    #expect(texts == ["FakeStorage.now: no call used this stub."])
  }

  @Test func messagesNumberFakesOfOneType() throws {
    let texts = try failures {
      try withFakedScope(.lenient) {
        let first = FakeStorage()
        first.verify(\.get)
        let second = FakeStorage()
        try first.get("a")
        try second.get("b")
        for fake in [first, second] { fake.verify(\.get, called: .never) }
        second.verifyNoCalls()
        let log = FakeLog()
        log.write("c")
        FakeLog().write("d")
        log.verifyNoCalls()
      }
      withFakedScope(.lenient) { FakeStorage().verify(\.get) }
    }.map { $0.text.prefix { $0 != ";" } }
    #expect(
      texts == [
        "Expected 1 call of FakeStorage.get", "Expected no calls of FakeStorage #1.get",
        "Expected no calls of FakeStorage #2.get", "Expected no calls of FakeStorage #2",
        "Expected no calls of log: FakeLog", "Expected 1 call of FakeStorage.get",
      ])
  }

  @Test func fakesAreNumberedInOrderOfCreation() throws {
    let texts = try failures {
      try withFakedScope(.lenient) {
        let (first, second) = (FakeStorage(), FakeStorage())
        try second.get("b")
        try first.get("a")
        second.verifyNoCalls()
      }
    }.map { $0.text.prefix { $0 != ";" } }
    #expect(texts == ["Expected no calls of FakeStorage #2"])
  }

  @Test func theShownNumberOfAFakeIsStable() throws {
    struct FakeQueue: Faked {
      let instanceId = FakeInstance()
      let push: FunctionID<(String) -> Void, Returns> = "push"
    }
    let texts = failures {
      withFakedScope(.lenient) {
        let (first, second, third) = (FakeQueue(), FakeQueue(), FakeQueue())
        for fake in [third, second] {
          fake.when(\.push).thenReturn()
          fake.handleCall(\.push, "a")
        }
        second.verifyNoCalls()
        first.when(\.push).thenReturn()
        first.handleCall(\.push, "a")
        for fake in [first, second, third] { fake.verifyNoCalls() }
      }
    }.map { $0.text.prefix { $0 != ";" } }
    #expect(texts == [1, 3, 1, 2].map { "Expected no calls of FakeQueue #\($0)" })
  }

  @Test func aCheckOfTheWrongFakeNamesTheCalledOne() throws {
    let texts = try failures {
      try withFakedScope(.lenient, callSites: false) {
        let (first, second) = (FakeStorage(), FakeStorage())
        try first.get("other")
        try second.get("a")
        first.verify(\.get, with: "a")
        first.verify(\.get, called: 2)
        first.verify(\.get, called: .never, with: "other")
        first.verify(\.get, where: { $0 == "a" })
      }
    }.map(\.text)
    #expect(
      texts == [
        """
        Expected 1 call of FakeStorage #1.get with ("a"); its only call does not match.
          call 1: get("other")    argument 1: expected "a", was "other"
          FakeStorage #2 got this call: call 2: get("a")
        """,
        """
        Expected 2 calls of FakeStorage #1.get; there was 1 call.
          call 1: get("other")
          FakeStorage #2 got this call: call 2: get("a")
        """,
        """
        Expected no calls of FakeStorage #1.get with ("other"); 1 call matches.
          call 1: get("other")
        """,
        """
        Expected 1 call of FakeStorage #1.get for which the closure returns true; its only call does not match.
          call 1: get("other")    the closure returned false
        """,
      ])
  }

  @Test func anUnstubbedCallNamesTheStubbedFake() {
    withFakedScope(.lenient, callSites: false) {
      let (first, second) = (FakeObject(), FakeObject())
      first.expectUnstubbed(\.load)
      second.when(\.load) { _ in 1 }
      let line = #line - 1
      let error = #expect(throws: FakedError.self) { try first.load(1) }
      #expect(
        error?.message == """
          No stub responds to FakeObject #1.load(1).
            No function of this fake is stubbed.
            FakeObject #2 has a stub for load (ScopeTests.swift:\(line)): check which fake the code uses.
            Write before the call: fake.when(\\.load) { _ in … }
          """)
    }
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

  @Test func readingTheCallsOfAFunctionUsesItsStubs() {
    let unused = failures {
      withFakedScope(.strict) {
        let fakes = (0..<5).map { _ in FakeStorage() }
        for fake in fakes { fake.when(\.get).thenReturn("") }
        #expect(!fakes[0].wasCalled(\.get))
        #expect(fakes[1].invocationCount(of: \.get) == 0)
        #expect(fakes[2].calls(to: \.get).isEmpty)
        #expect(fakes[3].allCalls.isEmpty)
        #expect(!fakes[4].wasCalled(\.set))
      }
    }
    #expect(unused.map(\.text).filter { $0.contains(".get:") }.count == 1)
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

  @Test func releasingAFakeReleasesItsArguments() throws {
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

  @Test func failuresOfADeallocatedFakeAreKept() {
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
    let unused = "KeyedFake<FakeInstance> #1.take: no call used this stub."
    #expect(found.contains(.init(text: unused, line: line)))
  }

  @Test func expectedFailuresAndReplacedStubsAreNotUnused() throws {
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

  @Test func aThrowingTestReportsSwallowedErrorsButNoUnusedStubs() {
    let texts = failures {
      #expect(throws: FakedError.self) {
        try withFakedScope(.strict) {
          FakeCounter().when(\.count) { _, _ in 1 }
          _ = try? FakeObject().load(1)
          // The test sees this error, and its framework reports it.
          try KeyedFake().take(Witness())
        }
      }
    }.map(\.text)
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains("did not fail the test.\n  No stub responds to FakeObject") == true,
      "\(texts)")
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

  @Test func swallowedErrorsAreReportedOncePerFunction() {
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
      .map { $0.replacing(#/, called (?:at|in) .*(?=\.)/#, with: "") }
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

  @Test func aLongTranscriptKeepsTheNumbersOfItsCalls() {
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

  /// The transcript of a test that fails at its end, without durations.
  private func transcript(_ body: () throws -> Void) rethrows -> String {
    let probe = ProbedScope()
    return try probe.run {
      try body()
      probe.scope.sawFailure()
      return Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
        .replacing(#/ in \d+ (µs|ms|s), stubbed at .*/#, with: "")
        .replacing(#/, stubbed at .*/#, with: "")
    }
  }

  @Test func interleavedCallsOfOneFakeAreReportedTogether() {
    let scope = ProbedScope()
    scope.run {
      let (first, second) = (FakeObject(), FakeObject())
      for fake in [first, second, first] { _ = try? fake.load(1) }
    }
    let texts = scope.scope.end(isStrict: false).thrown.map(\.message)
    #expect(texts.count == 2, "\(texts)")
  }

  @Test func theTranscriptExplainsUnstubbedCalls() {
    let text = transcript { _ = try? FakeObject().load(1) }
    #expect(
      text.replacing(#/ in \d+ (µs|ms|s)/#, with: "").hasSuffix(
        "\n  call 1: FakeObject.load(1) threw an error because no stub responds"), "\(text)")
    #expect(text.contains(#/ threw an error in \d+ (µs|ms|s) because/#), "\(text)")
  }

  @Test func theTranscriptExplainsErrorsOfTheLibrary() {
    struct FakeSink: Faked {
      let instanceId = FakeInstance("sink")
      let put = "put"
      func put(_ value: Int) { _ = try? handleCall(\.put, params: value) as Int }
    }
    let text = transcript {
      let sink = FakeSink()
      sink.when(\.put).thenReturn(1).thenFail()
      for value in 1...2 { sink.put(value) }
      sink.when(\.put) { _, _ in "text" }
      sink.put(3)
      sink.when(\.put) { _, params in try params[1].unwrap() as Int }
      sink.put(4)
    }
    #expect(
      text.replacing(#/ in \d+ (µs|ms|s)/#, with: "") == """
        Calls of all fakes in aTest():
          call 1: sink: FakeSink.put(1) returned 1
          call 2: sink: FakeSink.put(2) threw an error because its stub says `thenFail()`
          call 3: sink: FakeSink.put(3) returned "text"
          call 4: sink: FakeSink.put(4) threw FakedError.invalidParameter
        """)
  }

  @Test func theTranscriptShowsTheSiteOfAnUnstubbedCallOnce() throws {
    let probe = ProbedScope(capturesCallSites: true)
    let text = probe.run {
      let fake = FakeObject()
      _ = try? fake.load(1)
      return Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
    }
    let count = text.components(separatedBy: ", called ").count - 1
    #expect(count == (CallSiteTable.isSupported ? 1 : 0), "\(text)")
  }

  @Test func callsOfFakesReleasedBeforeTheFailureAreShown() {
    #expect(
      transcript { FakeLog().write("a") } == """
        Calls of all fakes in aTest():
          call 1: log: FakeLog.write("a") returned "a"
        """)
  }

  @Test func objectsOfFakesReleasedBeforeTheFailureAreShownAsTypes() throws {
    final class Token { var isLocked = false }
    struct Session { let name: String, token: Token? }
    struct FakeAuth: Faked {
      let instanceId = FakeInstance()
      let start: FunctionID<(Session, Token, [Int]) -> Int?, Throws> = "start(_:with:_:)"
      init() { when(\.start) { _, _, _ in nil } }
    }
    weak var token: Token?
    let text = try transcript {
      let object = Token()
      token = object
      let auth = FakeAuth()
      _ = try auth.handleCall(\.start, Session(name: "a", token: nil), object, [1])
      _ = try auth.handleCall(\.start, Session(name: "b", token: object), object, [])
    }
    #expect(token == nil)
    #expect(
      text == """
        Calls of all fakes in aTest():
          call 1: FakeAuth.start(Session(name: "a", token: nil), with: a Token, [1]) returned nil
          call 2: FakeAuth.start(a Session, with: a Token, []) returned nil
        """)
  }

  @Test func valuesOfFakesReleasedBeforeTheFailureAreShown() {
    struct Item { let number: Int }
    struct Order: Sendable {
      let date = Date(timeIntervalSince1970: 0)
      let tags: Set<String> = ["a"]
      let prices = ["b": Decimal(2)]
      let page = URL(string: "https://example.com")
    }
    struct FakeShop: Faked {
      let instanceId = FakeInstance()
      let buy: FunctionID<(Any) -> Void, Throws> = "buy(_:)"
      init() { when(\.buy) { _ in } }
      func buy(_ thing: Any) { try? handleCall(\.buy, thing) }
    }
    let text = transcript {
      let shop = FakeShop()
      shop.buy(Order())
      shop.buy((1...21).map(Item.init))
      shop.buy((1...101).map(Item.init))
    }
    let items = (1...7).map { "Item(number: \($0)), " }.joined()
    #expect(
      text == """
        Calls of all fakes in aTest():
          call 1: FakeShop.buy(Order(date: 1970-01-01 00:00:00 +0000, tags: ["a"], prices: ["b": 2], \
        page: https://example.com)) returned
          call 2: FakeShop.buy([\(items)… and 14 more]) returned
          call 3: FakeShop.buy([Item]) returned
        """)
  }

  @Test func manyCallsOfFakesReleasedBeforeTheFailureAreCounted() {
    let text = transcript {
      for _ in 0..<21 {
        let log = FakeLog()
        for number in 1...60 { log.write("\(number)") }
      }
    }
    let lines = text.split(separator: "\n").dropFirst()
    #expect(lines.count == 20 * 51 + 1)
    #expect(lines.first == "  … 10 earlier calls of log: FakeLog")
    #expect(lines.dropFirst().first == "  call 71: log: FakeLog.write(\"11\") returned \"11\"")
    #expect(
      lines.last == "  not shown: 60 calls of log: FakeLog, which ended before the test")
  }

  @Test func theKeptCallsOfEveryFunctionAreCounted() {
    struct FakeChat: Faked {
      let instanceId = FakeInstance("chat")
      let send: FunctionID<(Int) -> Void, Returns> = "send(_:)"
      let read: FunctionID<(Int) -> Void, Returns> = "read(_:)"
      init() {
        when(\.send) { _ in }
        when(\.read) { _ in }
      }
      func send(_ number: Int) { handleCall(\.send, number) }
      func read(_ number: Int) { handleCall(\.read, number) }
    }
    let text = transcript {
      for _ in 0..<11 {
        let chat = FakeChat()
        for number in 1...50 {
          chat.send(number)
          chat.read(number)
        }
      }
    }
    #expect(text.hasSuffix("  not shown: 100 calls of chat: FakeChat, which ended before the test"))
  }

  @Test func fakesReleasedAfterTheFailureShowAThousandCalls() {
    let text = transcript {
      TestScope.current?.sawFailure()
      for _ in 0..<12 {
        let log = FakeLog()
        for number in 1...100 { log.write("\(number)") }
      }
    }
    let lines = text.split(separator: "\n").dropFirst()
    #expect(lines.count == 1_001)
    #expect(
      lines.last == "  not shown: 200 calls of log: FakeLog, which ended before the test")
  }

  @Test func checksAndTranscriptsNumberCallsAlike() throws {
    let probe = ProbedScope()
    let transcript = try probe.run {
      let (log, storage) = (FakeLog(), FakeStorage())
      storage.history = .last(2)
      for key in ["a", "b", "c"] {
        log.write(key)
        try storage.get(key)
      }
      storage.verify(\.get, called: .never)
      return Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
    }
    let failure = try #require(probe.recorded.value.first)
    #expect(failure.message.hasSuffix("\n  call 4: get(\"b\")\n  call 6: get(\"c\")"))
    #expect(transcript.contains("\n  call 6: FakeStorage.get(\"c\") returned nil"))
    #expect(transcript.contains("\n  call 5: log: FakeLog.write(\"c\") returned \"c\""))
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
