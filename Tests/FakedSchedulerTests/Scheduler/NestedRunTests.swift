import FakedScheduler
import Testing

/// Runs within a run.
struct NestedRunTests {
  @Test func runsWithinARunDoNotUseUpItsSteps() async {
    var limits = Scheduler.Limits()
    limits.steps = 50
    let run = await ScenarioRun.along(.empty, limits: limits) {
      for _ in 0..<100 { _ = await ScenarioRun.along(.empty) { await MainActor.run {} } }
    }
    #expect(run.ending == .completed)
  }

  @Test func aRunWaitsForAStuckRunWithinIt() async {
    @Sendable func waitForever() async {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let limits = Scheduler.Limits()
    // From now on, a run with these limits doesn't wait when no task can run.
    let stuck = await ScenarioRun.along(.empty, limits: limits, waitForever)
    #expect(stuck.ending == .stuck)
    let run = await ScenarioRun.along(.empty, limits: limits) {
      let inner = await ScenarioRun.along(.empty, waitForever)
      #expect(inner.ending == .stuck)
    }
    #expect(run.ending == .completed)
  }
}
