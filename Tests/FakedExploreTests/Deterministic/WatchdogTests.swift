import Dispatch
import FakedExplore
import Foundation
import TestSupport
import Testing

/// Runs tests whose jobs never end, and checks that the process stops with a message.
@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct WatchdogTests {
  @Test(arguments: ["loopsForever", "loopsOnTheMainActor"])
  func aJobThatNeverEndsStopsTheProcess(_ proof: String) async throws {
    let run = try await ChildProcess.swiftTesting(
      "WatchdogProofs/\(proof)", environment: ["FAKED_PATIENCE": "0.2"])
    #expect(run.status == 1, "\(run.output)")
    let test = try sourceLine(of: "@Test", after: "// \(proof)", in: "WatchdogTests.swift")
    // The main actor may run jobs of other tests, so it gets more time.
    let messages = ["200 ms", "2 s"].map { time in
      """
      error: The process was stopped, because \(proof)() (WatchdogTests.swift:\(test)) ran for \(time) \
      without suspending: 
      """
    }
    let lines = run.output.split(separator: "\n")
    #expect(lines.contains { line in messages.contains(where: line.hasPrefix) }, "\(run.output)")
    #expect(
      run.output.contains(
        """
          No other task of the test can run until it suspends. If this is a loop, make it end or suspend. If it waits \
        for a lock, release the lock. For work that takes longer, raise FAKED_PATIENCE, in seconds.
        """))
  }

  @Test(arguments: ["loopsInAPatientScope", "loopsAroundAPatientScope"])
  func theTraitsWorkTogetherInBothOrders(_ proof: String) async throws {
    let run = try await ChildProcess.swiftTesting(
      "WatchdogProofs/\(proof)", environment: ["FAKED_PATIENCE": "0.2"])
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains(") ran for 400 ms without suspending"), "\(run.output)")
  }

  /// Both tests run in blocks of the main queue, so neither continues.
  @Test func theMessageNamesTheTestThatLoops() async throws {
    let run = try await ChildProcess.swiftTesting(
      "WatchdogProofs/loopsNextToAnotherTest", environment: ["FAKED_PATIENCE": "0.2"])
    // This line must not contain the name of the proof.
    let line = try sourceLine(
      of: "await loopsForever() }", after: "func loopsNext" + "ToAnotherTest",
      in: "WatchdogTests.swift")
    #expect(run.output.contains("(WatchdogTests.swift:\(line)) ran for 200 ms"), "\(run.output)")
  }

  @Test func aJobThatEndsInTimeContinues() async throws {
    let run = try await ChildProcess.swiftTesting(
      "WatchdogProofs/computesForAWhile", environment: ["FAKED_PATIENCE": "0.5"])
    #expect(run.status == 0, "\(run.output)")
  }
}

/// Tests whose jobs never end.
@Suite(.enabled(if: ChildProcess.isChild)) struct WatchdogProofs {
  // loopsForever
  @Test(.deterministic) func loopsForever() async {
    // The optimizer removes a loop without an effect.
    let count = Captured(0)
    while count.value >= 0 { count.withValue { $0 = ($0 + 1) % 1_000 } }
  }

  // loopsOnTheMainActor
  @Test(.deterministic) func loopsOnTheMainActor() async { await spinOnMain() }
  @MainActor private func spinOnMain() {
    let count = Captured(0)
    while count.value >= 0 { count.withValue { $0 = ($0 + 1) % 1_000 } }
  }

  @Test func loopsNextToAnotherTest() async throws {
    let hasBegun = Captured(false)
    let other = Task {
      try await withDeterministicTasks {
        hasBegun.value = true
        while !Task.isCancelled { await Task.yield() }
      }
    }
    while !hasBegun.value { await Task.yield() }
    try await withDeterministicTasks { await loopsForever() }
    try await other.value
  }

  @Test(.faked(patience: .seconds(0.4)), .deterministic) func loopsInAPatientScope() async {
    await loopsForever()
  }

  @Test(.deterministic, .faked(patience: .seconds(0.4))) func loopsAroundAPatientScope() async {
    await loopsForever()
  }

  @Test(.deterministic) func computesForAWhile() async {
    for _ in 0..<50 {
      await Task.yield()
      let end = ContinuousClock.now.advanced(by: .milliseconds(20))
      while ContinuousClock.now < end {}
    }
  }
}
