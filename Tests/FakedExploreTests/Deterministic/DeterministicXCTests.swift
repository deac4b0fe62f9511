import FakedExplore
import TestSupport
import Testing
import XCTest

/// Deterministic tests in XCTest.
final class DeterministicXCTests: XCTestCase {
  func testTheTasksOfATestRunInOrder() async throws {
    for _ in 0..<3 {
      let log = Captured<[Int]>([])
      try await withDeterministicTasks {
        for number in 0..<10 { Task { log.withValue { $0.append(number) } } }
        await untilIdle()
      }
      XCTAssertEqual(log.value, Array(0..<10))
    }
  }

  @MainActor func testTheMainActorIsControlled() async throws {
    try await withDeterministicTasks {
      var numbers: [Int] = []
      for number in 0..<3 { Task { numbers.append(number) } }
      await untilIdle()
      XCTAssertEqual(numbers, [0, 1, 2])
    }
  }
}

/// Deterministic tests that fail on purpose.
final class DeterministicXCTestProofs: XCTestCase {
  override func setUpWithError() throws { try XCTSkipUnless(ChildProcess.isChild) }

  func testWaitsForever() async throws {
    try await withDeterministicTasks { try await FakeClock().sleep(for: .seconds(3)) }
  }
}

@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct DeterministicXCTestProofTests {
  @Test func bothFailuresOfAStuckTestNameItsLine() async throws {
    let run = try await ChildProcess.xcTest(
      "FakedExploreTests.DeterministicXCTestProofs/testWaitsForever")
    let line = try sourceLine(
      of: "withDeterministicTasks", after: "func testWaitsForever", in: "DeterministicXCTests.swift"
    )
    // XCTest knows no line for an error.
    #expect(
      run.failures == ["testWaitsForever 0", "testWaitsForever \(line)"], "\(run.output)")
    #expect(
      run.output.contains(
        """
        `withDeterministicTasks` at DeterministicXCTests.swift:\(line) stopped the test. The failure at that \
        line says why.
        """), "\(run.output)")
  }
}
