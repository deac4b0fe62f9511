import FakedTesting
import Foundation
import TestSupport
import Testing

/// Runs the tests that forget held calls, and checks that they end, and that each failure has its line.
@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct HeldCallProofTests {
  private let file = "HeldCallProofs.swift"

  @Test func aTestThatForgetsAHeldCallFailsAtTheLineOfTheHold() async throws {
    let run = try await ChildProcess.swiftTesting("HeldCallProofs/forgotten")
    let line = try sourceLine(of: "let held = fake.hold(", after: "func forgotten()", in: file)
    #expect(run.failures == ["forgotten() \(line)"], "\(run.output)")
    #expect(run.status != 0)
    #expect(
      run.output.contains("Fake.find still held 1 call at the end of the test: find(\"swift\")."),
      "\(run.output)")
    #expect(run.output.contains("Fake.find(\"swift\") is under way"), "the calls are shown")
    let xcTest = try await ChildProcess.xcTest(
      "FakedTestingTests.HeldCallXCTestProofs/testForgotten")
    let xcLine = try sourceLine(
      of: "let held = fake.hold(", after: "func testForgotten()", in: file)
    #expect(xcTest.failures == ["testForgotten \(xcLine)"], "\(xcTest.output)")
    #expect(xcTest.status != 0)
  }

  @Test func aTestWhoseEndWaitsForAHeldCallEndsToo() async throws {
    let run = try await ChildProcess.swiftTesting("HeldCallProofs/awaitedByItsOwnEnd")
    let lines = try [".find, atMost", ".count, atMost"].map {
      try sourceLine(of: $0, after: "func awaitedByItsOwnEnd()", in: file)
    }
    #expect(run.failures == lines.map { "awaitedByItsOwnEnd() \($0)" }, "\(run.output)")
    #expect(run.output.contains("Fake.find still held 1 call after 1 ms: find(\"swift\")."))
    #expect(run.output.contains("Fake.count still held 1 call after 1 ms: count()."))
    let xcTest = try await ChildProcess.xcTest(
      "FakedTestingTests.HeldCallXCTestProofs/testAwaitedByItsOwnEnd")
    let line = try sourceLine(of: "atMost", after: "func testAwaitedByItsOwnEnd()", in: file)
    #expect(xcTest.failures == ["testAwaitedByItsOwnEnd \(line)"], "\(xcTest.output)")
    #expect(xcTest.status != 0)
  }

  @Test func resumingTwiceFailsTheTestAtTheSecondLine() async throws {
    let run = try await ChildProcess.swiftTesting("HeldCallProofs/resumedTwice")
    let line = try sourceLine(of: "resume(returning: 2)", after: "func resumedTwice()", in: file)
    #expect(run.failures == ["resumedTwice() \(line)"], "\(run.output)")
    #expect(run.output.contains("Fake.find(\"swift\") was resumed twice: at HeldCallProofs.swift:"))
  }

  @Test func waitingForACallThatNobodyMakesEndsTheTest() async throws {
    let run = try await ChildProcess.swiftTesting("HeldCallProofs/neverCalled")
    #expect(run.status != 0, "\(run.output)")
    #expect(
      run.output.contains(" waited 1 ms, and no held call of Fake.find came."), "\(run.output)")
  }
}
