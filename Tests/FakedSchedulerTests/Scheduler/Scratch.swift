import Faked
import FakedScheduler
import Testing
@Suite struct Scratch {
  @Test func trace() async throws {
    let c = Construct.all.first { $0.name == "tasks that inherit the main actor" }!
    let settings = Scheduler.Settings()
    for _ in 0..<3 { 
      let run = try await ScenarioRun.along(.empty, settings, keepsStory: true) { print("RESULT", await c.body()) }
      for e in run.story { print("STEP", e.task ?? "-", e.event ?? "", e.isStart, e.change ?? 0) }
      print("CHOICES", run.choices.map { "\($0.kind) \($0.chosen)/\($0.count) c\($0.cost)" })
    }
  }
}
