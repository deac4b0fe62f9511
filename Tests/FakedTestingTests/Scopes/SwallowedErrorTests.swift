import FakedTesting
import TestSupport
import Testing

private struct FakeCounter: Faked {
  let instanceId = FakeInstance()
  let count = "count"
  func count(_ key: String) throws -> Int { try handleCall(\.count, params: key) }
}

struct SwallowedErrorTests {
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
      .map { $0.replacing(#/ \(SwallowedErrorTests.swift:\d+\)/#, with: "") }
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

  #if compiler(>=6.2)
    @Test func anErrorThatAFailureShowsIsNotReportedAgain() async throws {
      let test = try #require(Test.current)
      let trait: FakedTrait = .faked
      let texts = try await failures {
        try await trait.provideScope(for: test, testCase: Test.Case.current) {
          #expect(throws: CancellationError.self) { try FakeObject().load(1) }
          #expect(throws: Never.self) { try FakeObject().load(2) }
        }
      }.map(\.text)
      #expect(texts.count == 2, "\(texts)")
    }
  #endif
}
