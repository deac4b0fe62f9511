import FakedTesting
import Foundation
import TestSupport
import Testing

/// Where both frameworks run in one process, no failure is dropped, whoever it belongs to.
@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct BothFrameworksTests {
  private let file = "BothFrameworksProofs.swift"

  @Test(arguments: ["AfterXCTestProofs/testNothing", "WithinXCTestProofs/testSwiftTesting"])
  func noFailureOfASwiftTestingTestIsDropped(_ proof: String) async throws {
    let run = try await ChildProcess.xcTest("FakedTestingTests.\(proof)")
    for (test, reported) in [
      ("onTheTask()", "onTheTask()"), ("offTheTask()", "«unknown»"), ("inAScope()", "inAScope()"),
      ("inTheScopeOfTheTest()", "inTheScopeOfTheTest()"),
    ] {
      let line = try sourceLine(of: "verify", after: "func \(test)", in: file)
      let text = "Test \(reported) recorded an issue at \(file):\(line):"
      let count = run.output.components(separatedBy: text).count - 1
      // Swift Testing may show a failure of no known test again for a test that begins at that moment.
      #expect(count == 1 || count == 2 && reported == "«unknown»", "\(text) in \(run.output)")
    }
    #expect(run.output.contains("Swift Testing ended with status 1."))
  }

  @Test func aFailureOfNoKnownTestIsOneOfTheXCTestThatRuns() async throws {
    let run = try await ChildProcess.xcTest("FakedTestingTests.WithinXCTestProofs/testSwiftTesting")
    let line = try sourceLine(of: "verify", after: "func offTheTask()", in: file)
    #expect(run.status != 0)
    #expect(run.failures.contains("testSwiftTesting \(line)"), "\(run.output)")
  }
}
