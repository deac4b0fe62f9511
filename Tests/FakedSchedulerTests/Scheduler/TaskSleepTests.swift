import Dispatch
import Faked
import FakedScheduler
import Testing

/// Sleeps of tasks without a clock, such as `Task.sleep`, where the runtime lets a scheduler end them.
@Suite(.enabled(if: TaskControl.endsSleeps)) struct TaskSleepTests {
  @Test(.timeLimit(.minutes(10))) func sleepsTakeNoTimeAndEndInTheOrderOfTheirDeadlines() async {
    let explored = await explore {
      let text = SharedText()
      await withTaskGroup(of: Void.self) { group in
        for hour in [3, 1, 2] {
          group.addTask {
            try? await Task.sleep(for: .seconds(3600 * hour))
            text.add("\(hour)")
          }
        }
      }
      return text.text
    }
    #expect(explored.isComplete)
    #expect(explored.outsideOrders == 0)
    #expect(explored.results.keys.sorted() == ["123"])
  }

  @Test func aTimeoutIsTriedAgainstAResponseAndNeverAgainstComputation() async {
    let response = await explore {
      await withTimeout(on: ContinuousClock(), orElse: "timeout") {
        await Scheduler.current?.event(named: "the response arrives")
        return "response"
      }
    }
    #expect(response.isComplete)
    #expect(response.divergences == 0)
    #expect(response.results.keys.sorted() == ["response", "timeout"])
    let computation = await explore {
      await withTimeout(on: ContinuousClock(), orElse: "timeout") {
        for _ in 0..<3 { await Task.yield() }
        return "computed"
      }
    }
    #expect(computation.isComplete)
    #expect(computation.results.keys.sorted() == ["computed"])
  }

  @Test func aCanceledSleepThrowsAndIsNotLeftBehind() async {
    let run = await ScenarioRun.along(.empty) {
      let sleep = Task { try await Task.sleep(nanoseconds: 3_600_000_000_000) }
      await Scheduler.current?.untilIdle()
      sleep.cancel()
      await #expect(throws: CancellationError.self) { try await sleep.value }
    }
    #expect(run.ending == .completed)
    #expect(run.leftoverTasks.isEmpty)
    #expect(run.departures.isEmpty)
    #expect(run.cancelledWaitCount == 1)
  }

  @Test(arguments: [
    (0.0041, 5), (0.2912, 300), (0.29999, 300), (0.99999, 1_000), (4.9951, 5_000),
    (29.912, 30_000), (-1, 0),
  ])
  func anInterruptionDoesNotShortenASleep(rest: Double, milliseconds: Int) {
    #expect(Duration.seconds(rest).roundedSleep == .milliseconds(milliseconds))
  }

  @Test func aTaskThatSleepsAtTheEndIsNamed() async {
    let run = await ScenarioRun.along(.empty) {
      Task { try await Task.sleep(for: .seconds(90)) }
      await Scheduler.current?.untilIdle()
    }
    #expect(run.leftoverTasks.map(\.wait) == ["sleeps for 90.0 seconds"])
  }

  @Test func aSleepThatHasEndedIsNotAWait() async {
    let run = await ScenarioRun.along(.empty) {
      try? await Task.sleep(for: .seconds(90))
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }
    #expect(run.ending == .stuck)
    #expect(run.leftoverTasks.map(\.wait) == [nil])
  }

  @Test func aSleepEndsAfterThePatienceIfWorkOnAQueueNeverComesBack() async throws {
    let isStuck = Locked(false)
    let run = try DeterministicRun(
      of: "a test", patience: .milliseconds(1), reporter: { _, _ in },
      stuckHandler: { _ in isStuck.withLock { $0 = true } })
    _ = await run.run {
      DispatchQueue.global().async {}
      try? await Task.sleep(for: .seconds(3_600))
    }
    #expect(!isStuck.withLock { $0 })
  }

  @Test func aSleepNextToWorkThatTakesRealTimeDoesNotEndEarly() async throws {
    let first = Locked<[String]>([])
    let run = try DeterministicRun(
      of: "a test", patience: .seconds(600), reporter: { _, _ in }, stuckHandler: { _ in })
    _ = await run.run {
      let sleep = Task {
        try? await Task.sleep(for: .seconds(60))
        first.withLock { $0.append("sleep") }
      }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      first.withLock { $0.append("callback") }
      sleep.cancel()
    }
    #expect(first.withLock { $0.first } == "callback")
  }
}
