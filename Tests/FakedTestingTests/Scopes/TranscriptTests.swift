import FakedTesting
import Foundation
import TestSupport
import Testing

struct TranscriptTests {
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

  @Test func anErrorOfAnotherCallIsNotTheFailureOfThisOne() async throws {
    let probe = ProbedScope()
    let (fake, depot) = probe.run { (FakeObject(), FakeDepot()) }
    depot.resetBehaviors()
    probe.run {
      fake.when(\.load) { try FakeObject().load($0) }
      _ = try? fake.load(1)
    }
    depot.when(\.fetch).delay(.zero, clock: ContinuousClock())
    _ = try? await depot.fetch("a")
    #expect(depot.calls(to: \.fetch)[0].stub == nil)
    probe.scope.sawFailure()
    let text = Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
    #expect(
      text.contains(#/load\(1\) threw FakedError.missingFunction in .*, stubbed at/#), "\(text)")
    #expect(
      text.contains(#/\.fetch\("a"\) threw an error in .* because no stub responds/#), "\(text)")
    #expect(!text.contains("thenFail"), "\(text)")
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
}
