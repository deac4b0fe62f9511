import FakedTesting
import Foundation
import TestSupport
import Testing

/// Runs tests that fail on purpose, and checks that each expected failure occurs once, at the right line.
@Suite(.tags(.process), .enabled(if: ChildProcess.isSupported && !ChildProcess.isChild))
struct ProofTests {
  private static let never = "Expected 1 call of ProofFake.load; it was never called."
  /// The beginning of a call site.
  private static let place = CallSiteTable.hasLines ? "at Proofs.swift:" : "in "
  private static let unused = "ProofFake.load: no call used this stub."
  /// The tests run in parallel, so that a failure could reach the wrong test.
  private static let swiftTesting = Task {
    try await ChildProcess.swiftTesting("\\.SwiftTestingProofs|OutsideAScopeProofs/onTheTask")
  }
  private static let xcTest = Task {
    try await ChildProcess.xcTest("FakedTestingTests.XCTestProofs")
  }

  private func expectFailures(_ run: ChildProcess, of tests: [String]) throws {
    let failures = try tests.map { try expectedFailure(of: $0, in: "Proofs.swift") }
    #expect(run.failures == failures.sorted(), "\(run.output)")
    #expect(run.status != 0)
    for text in [Self.never, "threw an error that did not fail the test.", Self.unused] {
      #expect(run.output.contains(text), "\(run.output)")
    }
  }

  @Test func aSwiftTestingTestFailsOnceAtItsLineFromAnywhere() async throws {
    let run = try await Self.swiftTesting.value
    try expectFailures(
      run,
      of: Origin.allCases.map { "\($0)()" } + [
        "oneCase(_:)", "swallowed()", "propagated()", "naturalDefault()", "unusedIsAFailure()",
        "onTheTask()",
      ])
    for text in [
      "oneCase(_:) recorded an issue with 1 argument n → 1",
      "No stub responds to ProofFake.now, called \(Self.place)",
      "No stub responds to ProofFake.load(\"a\"), called \(Self.place)",
      "Calls of all fakes in propagated():",
    ] {
      #expect(run.output.contains(text), "\(run.output)")
    }
    #expect(!run.output.contains(": error: "), "\(run.output)")
  }

  @Test func anXCTestFailsOnceAtItsLineFromAnywhere() async throws {
    let run = try await Self.xcTest.value
    try expectFailures(
      run,
      of: Origin.allCases.map {
        "test\($0.rawValue.prefix(1).uppercased())\($0.rawValue.dropFirst())"
      } + ["testSwallowed", "testUnused", "testOutsideAScope"])
  }

  @Test(.enabled(if: ChildProcess.canRun)) func unusedStubsAreWarningsFailuresOrIgnored()
    async throws
  {
    let (run, xcTest) = (try await Self.swiftTesting.value, try await Self.xcTest.value)
    let line = try sourceLine(of: "func unusedIsAWarning()", in: "Proofs.swift")
    #expect(run.output.contains("Proofs.swift:\(line):"))
    #expect(xcTest.output.contains("warning: \(Self.unused)"))
    // The warning and the failure.
    for output in [run.output, xcTest.output] {
      #expect(output.components(separatedBy: Self.unused).count == 3, "\(output)")
    }
  }

  @Test(.enabled(if: ChildProcess.canRun)) func anExpectedUnstubbedCallDoesNotFailTheTest()
    async throws
  {
    let output = try await Self.swiftTesting.value.output
    for test in ["knownIssues", "relaxed", "impatient", "unusedIsAWarning", "unusedIsIgnored"] {
      #expect(output.contains("\(test)() passed"), "\(output)")
    }
  }

  @Test(.enabled(if: ChildProcess.canRun)) func sevenOfTwoHundredParallelTestsFail() async throws {
    // Other tests that observe issues must not repeat a failure without a test.
    let run = try await ChildProcess.swiftTesting("OutsideAScopeProofs/offTheTask|ManyProofs")
    let failed = run.output.matches(of: /recorded an issue with 1 argument number → (\d+)/)
      .compactMap { Int($0.1) }
    #expect(failed.sorted() == [3, 32, 61, 90, 119, 148, 177], "\(run.output)")
    #expect(run.failures.count == 8, "\(run.output)")
    for number in failed {
      #expect(run.output.contains("expected \"wrong \(number)\", was \"\(number)\""))
    }
  }

  @Test(.enabled(if: ChildProcess.canRun && Toolchain.hasIssueSeverity))
  func withKnownIssueCoversOnlyTheTaskOfTheTest() async throws {
    let run = try await ChildProcess.swiftTesting("KnownIssueProofs")
    let failure = try expectedFailure(of: "fromElsewhere()", at: "verify", in: "Proofs.swift")
    #expect(run.failures == [failure], "\(run.output)")
    #expect(
      run.output.contains(
        """
        it was never called.
          No function of this fake was called.
          `withKnownIssue` did not see this failure, because it did not occur on the task of the test.
        """.replacing("\n", with: "\n  ")), "\(run.output)")
    #expect(!run.output.contains("Calls of all fakes in onItsTask()"), "\(run.output)")
  }

  @Test(.enabled(if: ChildProcess.canRun)) func aFailedTestShowsItsCalls() async throws {
    let folder = TemporaryFolder()
    let run = try await ChildProcess.swiftTesting(
      "TranscriptProofs", ["--attachments-path", folder.path])
    #if compiler(>=6.2)
      let calls = try #require(folder.read("calls.txt"))
      #expect(run.output.contains(calls), "\(run.output)")
    #endif
    #expect(
      run.output.contains(
        /Calls of all fakes in showsItsCalls\(\):\n  call 1: ProofFake\.load\("abc"\) returned 3 in [\d.]+ (µs|ms|s), stubbed at Proofs\.swift:\d+/
      ), "\(run.output)")
  }

  /// A failure that is found after the end of its test is printed, too.
  @Test(
    .enabled(if: ChildProcess.canRun),
    arguments: [
      ("OutsideAScopeProofs/offTheTask", never),
      ("LateProofs", ": error: After the end of its test: " + never),
    ])
  func aFailureOutsideItsTestIsNotDropped(_ proof: String, _ text: String) async throws {
    let run = try await ChildProcess.swiftTesting(proof)
    #expect(run.status != 0, "\(run.output)")
    #expect(run.output.contains(text), "\(run.output)")
  }
}
