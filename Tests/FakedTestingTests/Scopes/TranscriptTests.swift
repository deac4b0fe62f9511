import FakedTesting
import Foundation
import TestSupport
import Testing

struct TranscriptTests {
  /// The transcript of a test that fails at its end, without durations.
  private func transcript(
    hasFailed: Bool = true, _ body: () throws -> Void
  ) rethrows -> String {
    let probe = ProbedScope()
    return try probe.run {
      if hasFailed { probe.scope.sawFailure() }
      try body()
      probe.scope.sawFailure()
      return Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
        .replacing(#/ in \d+ (µs|ms|s), stubbed at .*/#, with: "")
        .replacing(#/, stubbed at .*/#, with: "")
    }
  }

  @Test func theTranscriptExplainsErrorsOfTheLibrary() {
    struct FakeSink: Faked {
      let instanceId = FakeInstance("sink")
      let put = "put"
      func put(_ value: Int) { _ = try? handleCall(\.put, params: value) as Int }
    }
    let text = transcript {
      let sink = FakeSink()
      sink.when(\.put).thenReturn(1, times: 1)
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
          call 2: sink: FakeSink.put(2) threw an error because no stub responds
          call 3: sink: FakeSink.put(3) returned "text"
          call 4: sink: FakeSink.put(4) threw FakedError.invalidParameter
        """)
  }

  @Test func theTranscriptOfAFailedTestIsShort() {
    let probe = ProbedScope()
    probe.run {
      let logs = (0..<20).map { _ in FakeLog() }
      let long = String(repeating: "a", count: 2_000)
      for log in logs { for number in 0..<60 { log.write("\(number)" + long) } }
      probe.scope.sawFailure()
      let text = Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
      #expect(text.hasPrefix("Calls of all fakes in aTest():\n  … "))
      #expect(text.contains("aaa\" (200"))
      #expect((500_000..<1_000_500).contains(text.utf8.count))
      _ = logs.count
    }
  }

  @Test func callsOfFakesReleasedBeforeTheFailureAreCounted() {
    let text = transcript(hasFailed: false) {
      for _ in 0..<21 {
        let log = FakeLog()
        for number in 1...60 { log.write("\(number)") }
      }
    }
    #expect(
      text == """
        Calls of all fakes in aTest():
          not shown: 1260 calls of log: FakeLog, which was released before the end of the test
        """)
  }

  @Test func equalCallsInARowShareALine() {
    let probe = ProbedScope()
    let text = probe.run {
      let (log, storage) = (FakeLog(), FakeStorage())
      for text in ["a", "a", "a", "b", "a"] { log.write(text) }
      for _ in 1...2 { _ = storage.now() }
      log.write("a")
      probe.scope.sawFailure()
      defer { withExtendedLifetime((log, storage)) {} }
      return Transcript.text(of: probe.scope.end(isStrict: false), in: "aTest()")
    }
    #expect(
      text.replacing(#/ in \d+ (µs|ms|s)/#, with: "").replacing(
        #/, stubbed at \w+\.swift:\d+/#, with: "") == """
          Calls of all fakes in aTest():
            call 1: log: FakeLog.write("a") returned "a" × 3
            call 4: log: FakeLog.write("b") returned "b"
            call 5: log: FakeLog.write("a") returned "a"
            call 6: FakeStorage.now returned 1 × 2
            call 8: log: FakeLog.write("a") returned "a"
          """, "\(text)")
  }
}
