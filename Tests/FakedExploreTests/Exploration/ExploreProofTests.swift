import FakedExplore
import TestSupport
import Testing

/// Runs explorations that fail on purpose, and checks the test, line, number, and text of each failure.
@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct ExploreProofTests {
  private func line(after start: String) throws -> Int {
    try sourceLine(of: "exploreFaults", after: start, in: "ExploreProofs.swift")
  }

  @Test func aBrokenRunFailsItsSwiftTestingTestOnce() async throws {
    let run = try await ChildProcess.swiftTesting("ExploreSwiftTestingProofs/(broken|passes)")
    let line = try line(after: "func broken()")
    #expect(run.failures == ["broken() \(line)"], "\(run.output)")
    #expect(run.status != 0)
    for text in [
      "exploreFaults: 3 runs, 2 with faults, 2 broken, all with at most 1 fault.",
      #"with call 1, FakeDepot.load("old"), failing with InjectedFault:"#,
      #"with call 2, FakeDepot.load("new"), failing with InjectedFault:"#,
      #"Expectation failed: (text → nil) == "old" (ExploreProofs.swift:\#(line + 2))"#,
    ] {
      #expect(run.output.withoutCallSites.contains(text), "\(run.output)")
    }
  }

  @Test func aBrokenOrderFailsTheCaseThatRanIt() async throws {
    let run = try await ChildProcess.swiftTesting("ExploreSwiftTestingProofs/orders")
    #expect(run.failures.count == 1, "\(run.output)")
    #expect(run.output.contains("recorded an issue with 1 argument number → 2"))
    #expect(run.output.contains(#"task 2: FakeDepot.fetch("b") returns"#), "\(run.output)")
  }

  @Test func aBrokenRunFailsItsXCTestAtBothLines() async throws {
    let run = try await ChildProcess.xcTest("FakedExploreTests.ExploreXCTestProofs")
    let line = try line(after: "func testBroken()")
    #expect(
      run.failures == [
        "testBroken \(line)", "testBroken \(line + 3)", "testBroken \(line + 3)",
      ], "\(run.output)")
    #expect(run.status != 0)
    for text in [
      "exploreFaults: 3 runs, 2 with faults, 2 broken, all with at most 1 fault.",
      #"XCTAssertEqual failed: ("nil") is not equal to ("Optional("old")") -  (ExploreProofs.swift:\#(line + 3))"#,
      "Expected 1 call of FakeDepot.size; it was never called. (ExploreProofs.swift:\(line + 5))",
    ] {
      #expect(run.output.withoutCallSites.contains(text), "\(run.output)")
    }
  }

  @Test func runsDoNotAccumulateMemory() async throws {
    let run = try await ChildProcess.swiftTesting("ExploreSwiftTestingProofs/memory")
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func aFailureOfADetachedTaskBreaksItsRun() async throws {
    let run = try await ChildProcess.swiftTesting(
      "OutsideAnExplorationProofs/inADetachedTaskOfTheScenario")
    let line = try sourceLine(
      of: "exploreFaults", after: "func inADetachedTaskOfTheScenario", in: "ExploreProofs.swift")
    #expect(run.failures == ["inADetachedTaskOfTheScenario() \(line)"], "\(run.output)")
    #expect(run.output.contains("without a fault:"), "\(run.output)")
  }
}
