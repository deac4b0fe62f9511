import FakedTesting
import TestSupport
import Testing
import XCTest

// Swift Testing in the process of XCTest, because Xcode runs both in one process.

/// Runs the Swift Testing tests after the XCTest tests.
final class AfterXCTestProofs: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }

  func testNothing() {}

  override class func tearDown() { if ChildProcess.isChild { runSwiftTesting() } }
}

/// Runs the Swift Testing tests during an XCTest test.
final class WithinXCTestProofs: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }

  func testSwiftTesting() { runSwiftTesting() }
}

private func runSwiftTesting() {
  let status = Captured<CInt?>(nil)
  Task.detached {
    var arguments = __CommandLineArguments_v0()
    arguments.filter = ["SharedProcessProofs"]
    status.value = await Testing.__swiftPMEntryPoint(passing: arguments) as CInt
  }
  // Swift Testing needs the main queue.
  while status.value == nil { RunLoop.main.run(until: .now + 0.01) }
  print("Swift Testing ended with status \(status.value ?? 0).")
}

@Suite(.enabled(if: ChildProcess.isChild)) struct SharedProcessProofs {
  private let fake = ProofFake()

  @Test func onTheTask() { fake.verify(\.load) }
  @Test func offTheTask() async { await Origin.detachedTask.run { [fake] in fake.verify(\.load) } }
  @Test func inAScope() async {
    await withFakedScope {
      let fake = ProofFake()
      await Origin.detachedTask.run { fake.verify(\.load) }
    }
  }
  @Test(.faked) func inTheScopeOfTheTest() async {
    let fake = ProofFake()
    await Origin.queue.run { fake.verify(\.load) }
  }
}

@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct BothFrameworksTests {
  private let file = "BothFrameworksTests.swift"

  @Test(arguments: ["AfterXCTestProofs/testNothing", "WithinXCTestProofs/testSwiftTesting"])
  func noFailureIsDropped(_ proof: String) async throws {
    let run = try await ChildProcess.xcTest("FakedTestingTests.\(proof)")
    for (test, reported) in [
      ("onTheTask()", "onTheTask()"), ("offTheTask()", "«unknown»"), ("inAScope()", "inAScope()"),
      ("inTheScopeOfTheTest()", "inTheScopeOfTheTest()"),
    ] {
      let line = try sourceLine(of: "verify", after: "func \(test)", in: file)
      let text = "Test \(reported) recorded an issue at \(file):\(line):"
      let count = run.output.components(separatedBy: text).count - 1
      // Swift Testing may repeat a failure without a test for a test that begins at that moment.
      #expect(count == 1 || count == 2 && reported == "«unknown»", "\(text) in \(run.output)")
    }
    #expect(run.output.contains("Swift Testing ended with status 1."))
    if proof.hasPrefix("Within") {
      // A failure without a test belongs to the running XCTest test.
      let line = try sourceLine(of: "verify", after: "func offTheTask()", in: file)
      #expect(run.failures.contains("testSwiftTesting \(line)"), "\(run.output)")
      #expect(run.status != 0)
    }
  }
}
