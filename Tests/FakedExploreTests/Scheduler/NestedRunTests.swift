import FakedExplore
import Testing

/// Runs within a run.
struct NestedRunTests {
  @Test func runsWithinARunDoNotUseUpItsSteps() async {
    var limits = Scheduler.Limits()
    limits.steps = 50
    let run = await ScenarioRun.along(.empty, limits: limits) {
      for _ in 0..<100 { _ = await ScenarioRun.along(.empty) { await Task.yield() } }
    }
    #expect(run.ending == .completed)
  }
}
