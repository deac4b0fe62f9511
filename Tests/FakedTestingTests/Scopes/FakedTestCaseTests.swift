import Faked
import FakedTesting
import TestSupport
import Testing
import XCTest

/// Tests that fail on purpose, except for `testPasses` and `testScopeOfAsyncTests`.
final class FakedTestCaseProofs: FakedTestCase {
  private let fake = ProofFake()

  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }
  override func tearDown() async throws {
    if ChildProcess.isChild, name.hasSuffix("testTearDown") { fake.verify(\.load) }
  }

  func testPasses() { fake.verify(\.load, called: .never) }
  func testScopeOfAsyncTests() async {
    await Task.yield()
    XCTAssertNotNil(TestScope.current)
  }
  func testOffTheTask() async { await Origin.thread.run { [fake] in fake.verify(\.load) } }
  func testSwallowed() { _ = try? fake.load("swallowed") }
  func testSwallowedAsync() async {
    await Task.yield()
    _ = try? ProofFake().load("swallowed async")
  }
  func testThrown() async throws {
    fake.when(\.load, with: "unused").thenReturn(1)
    await Task.yield()
    _ = try fake.load("thrown")
  }
  func testReported() { XCTAssertNoThrow(try fake.load("reported")) }
  func testTearDown() {}
  func testSkipped() throws {
    fake.when(\.load, with: "unused").thenReturn(1)
    throw XCTSkip("This test is skipped.")
  }
}

/// Test cases whose scopes have other options.
final class ImpatientTestCaseProofs: FakedTestCase {
  override var scopePatience: Duration? { .milliseconds(10) }
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }
  func testPatience() async throws {
    do {
      _ = try await ProofFake().nextCall(to: \.load)
    } catch {
      XCTAssert("\(error)".contains(" waited 10 ms, "), "\(error)")
    }
  }
  func testSleepsLeft() async {
    let clock = FakeClock()
    let sleeping = Task { try await clock.sleep(for: .seconds(3)) }
    _ = try? await clock.nextSleep()
    XCTAssertFalse(sleeping.isCancelled)
  }
}

/// The call sites of calls in XCTest.
final class CallSiteXCTests: FakedTestCase {
  /// XCTest's functions hide the line of the test, because they don't keep its frame.
  func testACallInAnAssertionHasTheFunctionOfTheTest() throws {
    try XCTSkipUnless(CallSiteTable.isSupported)
    let fake = ProofFake()
    fake.when(\.load) { $0.count }
    XCTAssertEqual(try fake.load("a"), 1); let line = #line
    let site = try XCTUnwrap(fake.calls(to: \.load).first?.callSite)
    XCTAssertTrue(site.line == nil || site.line == line)
    // The optimizer merges the autoclosure into other code.
    let function = "CallSiteXCTests.testACallInAnAssertionHasTheFunctionOfTheTest()"
    if CallSiteTable.hasLines { XCTAssertEqual(site.function, function) }
  }
}

final class StrictTestCaseProofs: FakedTestCase {
  override var scopeModes: [ScopeMode] { [.strict] }
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }
  func testUnused() { ProofFake().when(\.load) { _ in 1 } }
}

@Suite(.enabled(if: ChildProcess.isChild)) struct PatienceProofs {
  @Test(.faked) func impatient() async {
    let error = await #expect(throws: FakedError.self) {
      try await ProofFake().nextCall(to: \.load)
    }
    #expect(error?.message.contains(" waited 10 ms, ") == true)
  }
}

@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct FakedTestCaseTests {
  @Test func everyTestOfTheClassHasAScope() async throws {
    let run = try await ChildProcess.xcTest("FakedTestingTests.FakedTestCaseProofs")
    let failed = run.failures.compactMap { $0.split(separator: " ").first }
    #expect(
      failed == [
        "testOffTheTask", "testReported", "testSwallowed", "testSwallowedAsync", "testTearDown",
        "testThrown",
      ], "\(run.output)")
    var lines = ["testOffTheTask": "func testOffTheTask"]
    if CallSiteTable.hasLines {
      // The line of the call, which the test itself made.
      lines["testSwallowed"] = "func testSwallowed()"
      lines["testSwallowedAsync"] = "swallowed async"
    }
    for (test, text) in lines {
      let place = "FakedTestCaseTests.swift:\(try line(of: text))"
      #expect(
        run.output.contains("\(place): error: FakedTestCaseProofs.\(test) :"), "\(run.output)")
    }
    #expect(!run.output.contains("no call used"), "\(run.output)")
    #expect(run.output.contains("testSwallowed : failed - An unstubbed call"), "\(run.output)")
    #expect(
      run.output.contains(
        /Calls of all fakes in FakedTestCaseProofs.testThrown:\n.*ProofFake.load\("thrown"\) threw/),
      "\(run.output)")
  }

  @Test func aClassSetsItsMode() async throws {
    let run = try await ChildProcess.xcTest("FakedTestingTests.StrictTestCaseProofs")
    #expect(run.failures == ["testUnused \(try line(of: "func testUnused"))"], "\(run.output)")
  }

  @Test func aClassSetsItsPatience() async throws {
    let run = try await ChildProcess.xcTest("FakedTestingTests.ImpatientTestCaseProofs")
    #expect(run.status == 0, "\(run.output)")
    let warning = "ImpatientTestCaseProofs.testSleepsLeft: warning: A task still sleeps"
    #expect(run.output.contains("\n\(warning)"), "\(run.output)")
  }

  private func line(of text: String) throws -> Int {
    try sourceLine(of: text, in: "FakedTestCaseTests.swift")
  }
}

@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct PatienceTests {
  @Test func theEnvironmentSetsThePatience() async throws {
    let run = try await ChildProcess.swiftTesting(
      "PatienceProofs", environment: ["FAKED_PATIENCE": "0.01"])
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func aPatienceThatIsNotANumberFailsTheFirstTestWithAScope() async throws {
    let run = try await ChildProcess.swiftTesting(
      "ManyProofs/many", environment: ["FAKED_PATIENCE": "soon"])
    #expect(run.failures.count == 8, "\(run.output)")
    let text = "FAKED_PATIENCE=soon is not a number of seconds. Use a number such as 5 or 0.5."
    #expect(run.output.contains(text), "\(run.output)")
  }
}
