import Dispatch
import FakedExplore
import FakedTesting
import TestSupport
import Testing

/// Clocks, yields, and work outside of the scheduler in explorations.
struct ExploreTimeTests {
  @Test(.enabled(if: SleepHook.isInstalled))
  func theEarliestSleepOfAllClocksEndsFirst() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let (clock, other, log) = (FakeClock(), FakeClock(), Captured<[String]>([]))
        @Sendable func note(_ text: String) { log.withValue { $0.append(text) } }
        async let long: Void = {
          try await clock.sleep(for: .seconds(5))
          note("5 s")
        }()
        async let short: Void = {
          try await Task.sleep(for: .seconds(1))
          note("1 s")
        }()
        async let middle: Void = {
          try await other.sleep(for: .seconds(3))
          note("3 s")
        }()
        _ = try await (long, short, middle)
        #expect(log.value == ["1 s", "3 s", "5 s"])
      }
    }
    #expect(report.runs > 1)
    #expect(report.brokenCount == 0, "\(report)")
  }

  @Test func aReportShowsHowMuchTimePasses() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        try await FakeClock().sleep(for: .seconds(5))
        #expect(Bool(false))
      }
    }
    #expect(report.broken.first?.events.contains { $0.contains("5.0 seconds pass") } == true)
  }

  @Test func timeAdvancesDuringACall() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let (clock, depot) = (FakeClock(), FakeDepot())
        depot.when(\.fetch).thenReturn("x")
        let isTooLate = Captured(false)
        async let request: Void = {
          let end = clock.now.advanced(by: .seconds(60))
          _ = try await depot.fetch("a")
          isTooLate.value = clock.now > end
        }()
        async let hour: Void = step("an hour passes") { await clock.advance(by: .seconds(3_600)) }
        _ = try await (request, hour)
        #expect(!isTooLate.value)
      }
    }
    #expect(report.brokenCount > 0 && report.brokenCount < report.runs, "\(report)")
  }

  @Test func aPollingTaskDoesNotStarveOthers() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(limit: 500) {
        let (depot, isDone) = (FakeDepot(), Captured(false))
        depot.when(\.fetch).thenReturn("x")
        Task {
          _ = try await depot.fetch("a")
          isDone.value = true
        }
        while !isDone.value { await Task.yield() }
      }
    }
    #expect(report.runs > 1)
    #expect(report.brokenCount == 0, "\(report)")
  }

  @Test func anEndlessOrderEndsTheExploration() async throws {
    let (report, failures) = try await explored {
      try await exploreOrders {
        Task { while true { await Task.yield() } }
        async let first: Void = step("a") {}
        async let second: Void = step("b") {}
        _ = await (first, second)
        while true { await Task.yield() }
      }
    }
    #expect(report.runs == 1 && report.brokenCount == 1)
    #expect(
      report.warnings.contains("the exploration ended at the first order that took too many steps.")
    )
    #expect(failures.count == 1)
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func anErrorIsReportedBeforeATaskThatNeverWaitsAfterTheScenario() async throws {
    struct Torn: Error {}
    let (report, _) = try await explored {
      try await exploreOrders {
        let clock = FakeClock()
        let poller = Task { while true { try? await clock.sleep(for: .seconds(1)) } }
        await clock.advance(by: .seconds(3))
        poller.cancel()
        throw Torn()
      }
    }
    let failures = try #require(report.broken.first?.failures)
    try #require(failures.count == 2, "\(failures)")
    #expect(failures[0] == "It threw Torn().")
    #expect(
      failures[1].hasPrefix(
        "Tasks were still running when the scenario ended. They never wait, so they were stopped.\n"
      ))
  }

  @Test func aLongStoryIsShortenedInTheMiddle() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        depot.when(\.fetch) { $0 }
        if (try? await depot.fetch("0")) != nil { return }
        for number in 1..<500 { _ = try? await depot.fetch("\(number)") }
        #expect(Bool(false))
      }
    }
    let events = report.broken.first?.events ?? []
    #expect(events.count == 101, "\(events.count)")
    // The start of the scenario and its cancellation come before the calls.
    #expect(events.dropFirst(69).first?.hasPrefix("  70. \(Self.call(67))") == true, "\(events)")
    #expect(events.dropFirst(70).first == "  … 402 more …", "\(events)")
    #expect(events.dropFirst(71).first?.hasPrefix("  473. \(Self.call(470))") == true, "\(events)")
    #expect(events.last?.hasPrefix("  502. \(Self.call(499))") == true, "\(events)")
  }

  @Test(arguments: [true, false])
  func aStoryWithTooManyEventsShowsItsBeginning(isEndless: Bool) async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        depot.when(\.fetch) { $0 }
        if (try? await depot.fetch("0")) != nil { return }
        var number = 1
        while isEndless || number < 1_500 {
          _ = try? await depot.fetch("\(number)")
          number += 1
        }
        #expect(Bool(false))
      }
    }
    let events = report.broken.first?.events ?? []
    #expect(events.count == 101, "\(events.count)")
    #expect(events.dropFirst(99).first?.hasPrefix("  100. \(Self.call(97))") == true, "\(events)")
    let last = try #require(events.last)
    let end = isEndless ? "was stopped" : "ended"
    #expect(last.hasPrefix("  … and so on. The run \(end) after "), "\(last)")
    let count = try #require(last.firstMatch(of: /([0-9]+),([0-9]{3}) steps\.$/), "\(last)")
    // The story records only the first 2,000 steps.
    #expect(Int(count.1 + count.2).map { $0 > 2_000 } == true, "\(last)")
  }

  private static func call(_ number: Int) -> String {
    #"scenario: FakeDepot.fetch("\#(number)") is canceled before its effect"#
  }

  @Test func aClockThatRunsForATaskThatNeverEndsEndsTheExploration() async throws {
    let (report, failures) = try await explored {
      try await exploreOrders {
        let clock = FakeClock()
        Task { while true { try await clock.sleep(for: .seconds(1)) } }
        await step("a") {}
        await clock.run()
      }
    }
    #expect(report.runs == 1 && report.brokenCount == 1)
    #expect(
      failures.first?.text.contains("The run was stopped, because it took too many steps.") == true)
  }

  @Test func endlessRunsEndTheOtherExplorations() async throws {
    let scenario: @Sendable () async -> Void = {
      let depot = FakeDepot()
      depot.when(\.fetch).thenReturn("x")
      for name in ["a", "b"] {
        do { _ = try await depot.fetch(name) } catch { while true { await Task.yield() } }
      }
    }
    let (faults, _) = try await explored { try await exploreFaults(scenario) }
    #expect(faults.runs == 2)
    let (cancellations, _) = try await explored { try await exploreCancellations(scenario) }
    #expect(cancellations.runs == 2)
  }

  @Test(.enabled(if: SleepHook.isInstalled))
  func aSleepDoesNotOvertakeWorkOnAQueue() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let text = await withTaskGroup(of: String.self) { group in
          group.addTask {
            await withCheckedContinuation { continuation in
              DispatchQueue.global().async { continuation.resume(returning: "done") }
            }
          }
          group.addTask {
            // The callback runs long before this.
            try? await Task.sleep(for: .seconds(30))
            return "timed out"
          }
          defer { group.cancelAll() }
          return await group.next()
        }
        #expect(text == "done")
      }
    }
    #expect(report.brokenCount == 0, "\(report)")
    #expect(
      report.warnings.contains { $0.contains("for a queue, a timer, a thread, or another") })
  }

  @Test func theReportNamesLeftoverTasksOfACanceledRun() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        depot.when(\.fetch).thenReturn("x")
        do { _ = try await depot.fetch("a") } catch {
          Task { try await FakeClock().sleep(for: .seconds(5)) }
        }
      }
    }
    #expect(
      report.warnings.contains { $0.contains("task 1 has not ended") }, "\(report)")
  }

  @Test func aWaitIsCanceledWhileAnotherTaskAwaitsIdleness() async throws {
    let cancellations = Captured(0)
    let (report, _) = try await explored {
      try await exploreCancellations {
        let (numbers, continuation) = AsyncStream<Int>.makeStream()
        Task {
          await untilIdle()
          continuation.finish()
        }
        for await _ in numbers {}
        if Task.isCancelled { cancellations.withValue { $0 += 1 } }
      }
    }
    // Once when the scenario begins to wait, and once when the other task does.
    #expect(report.runs == 3)
    #expect(cancellations.value == 2)
  }

  @Test func aCanceledCallReportsThatItHadNoEffect() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        let effects = Captured(0)
        depot.when(\.fetch) { _ in
          effects.withValue { $0 += 1 }
          return "x"
        }
        _ = try? await depot.fetch("a")
        if Task.isCancelled { Issue.record("\(effects.value) effects") }
      }
    }
    let events = report.broken.flatMap(\.events).joined(separator: "\n")
    let (call, error) = (#"FakeDepot.fetch("a")"#, "and throws CancellationError")
    #expect(events.contains("\(call) is canceled before its effect, \(error)"), "\(events)")
    #expect(events.contains("\(call) takes effect"), "\(events)")
    #expect(events.contains("\(call) is canceled before it returns, \(error)"), "\(events)")
    #expect(report.brokenCount == 3)
    #expect("\(report)".contains("\n  run 2 of 4:\n"), "\(report)")
    #expect("\(report)".contains("\n  2 runs, of which the first is run 3 of 4:\n"), "\(report)")
  }

  @Test func aCallRecordHasTheOutcomeThatTheCallerGot() async throws {
    let report = try await exploreCancellations {
      let depot = FakeDepot()
      depot.when(\.fetch) { _ in "x" }
      let isOver = Captured(false)
      let observer = Task {
        await step("look") {
          #expect(isOver.value || depot.calls(to: \.fetch).allSatisfy(\.isPending))
        }
      }
      let text = try? await depot.fetch("a")
      isOver.value = true
      let record = depot.calls(to: \.fetch).first
      #expect(record?.value == text)
      #expect(record?.succeeded == (text != nil))
      #expect(record?.error is CancellationError == (text == nil))
      await observer.value
    }
    #expect(report.broken.isEmpty, "\(report)")
    #expect(report.runs > 3)
  }

  @Test func aScenarioIsCanceledWhileItWaitsForAnElement() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let (numbers, source) = AsyncStream.makeStream(of: Int.self)
        let feeder = Task {
          for number in 0..<3 {
            await Task.yield()
            source.yield(number)
          }
          source.finish()
        }
        var count = 0
        for await _ in numbers { count += 1 }
        await feeder.value
        // A canceled consumer loses elements.
        #expect(count == 3)
      }
    }
    #expect(report.brokenCount > 0, "\(report)")
    #expect(report.warnings == [])
  }

  @Test func aScenarioIsCanceledWhileItWaitsForAPermit() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let gate = LeakyGate()
        try? await gate.wait()
        let holder = Task {
          await Task.yield()
          await gate.signal()
        }
        try? await gate.wait()
        await holder.value
        await gate.signal()
        await untilIdle()
        #expect(await gate.free <= 1)
      }
    }
    #expect(report.brokenCount > 0, "\(report)")
  }

  @Test func sharedTasksThatAreExemptNeedNoCancellation() async throws {
    for isExempt in [false, true] {
      let (report, _) = try await explored {
        try await exploreCancellations {
          let depot = FakeDepot()
          depot.when(\.fetch).thenReturn("x")
          if isExempt { depot.exempt(\.fetch) }
          let shared = Task.detached { try await depot.fetch("a") }
          _ = try? await shared.value
        }
      }
      let text = "no cancellation reached a call."
      #expect(report.warnings.contains { $0.hasPrefix(text) } == !isExempt, "\(report)")
    }
  }

  @Test func aCancellationThatOnlyStartsATaskReachesNoCall() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let (depot, log) = (FakeDepot(), Captured(0))
        depot.when(\.fetch).thenReturn("x")
        await withTaskCancellationHandler {
          _ = try? await Task.detached { try await depot.fetch("a") }.value
        } onCancel: {
          Task { log.withValue { $0 += 1 } }
        }
      }
    }
    #expect(
      report.warnings.contains { $0.hasPrefix("no cancellation reached a call.") }, "\(report)")
  }

  @Test func noCancellationReachesASynchronousCallInAnotherTask() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        _ = await Task.detached {
          await Task.yield()
          return try? depot.load("a")
        }.value
      }
    }
    #expect(
      report.warnings.contains { $0.hasPrefix("no cancellation reached a call.") }, "\(report)")
  }

  @Test func aLimitedCancellationExplorationReportsWhatItSkipped() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations(limit: 1) {
        let depot = FakeDepot()
        depot.when(\.fetch).thenReturn("x")
        _ = try? await depot.fetch("a")
      }
    }
    #expect(
      report.warnings == ["the limit of 1 run left out some cancellations. Raise `limit:`."])
  }
}

/// A gate with one permit. By mistake, a canceled wait returns a permit that it never had.
private actor LeakyGate {
  private(set) var free = 1
  private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var count = 0

  func wait() async throws {
    if free > 0 { return free -= 1 }
    count += 1
    let number = count
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiters[number] = $0 }
    } onCancel: {
      Task { await cancel(number) }
    }
  }

  func signal() {
    guard let first = waiters.keys.min() else { return free += 1 }
    waiters.removeValue(forKey: first)?.resume()
  }

  private func cancel(_ number: Int) {
    free += 1
    waiters.removeValue(forKey: number)?.resume(throwing: CancellationError())
  }
}

/// Fakes that the scenario did not create.
struct OutsideFakeTests {
  /// A fake of a suite whose tests have no scope.
  let depot = makeDepot()

  private static func makeDepot() -> FakeDepot {
    let depot = FakeDepot()
    depot.when(\.fetch).thenReturn("x")
    return depot
  }

  /// Calls a fake in an exploration, and expects its name in the report.
  private func expectName(
    of depot: FakeDepot, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let report = try await exploreOrders {
      async let first = depot.fetch("a")
      async let second = depot.fetch("b")
      _ = try await (first, second)
    }
    #expect(
      report.warnings.contains(
        "FakeDepot was called, but made outside of the scenario, so its calls are not explored. Make it in the "
          + "closure."), "\(report)")
  }

  @Test func theWarningNamesAFakeOfTheScope() async throws {
    try await withFakedScope(.lenient) { try await expectName(of: Self.makeDepot()) }
  }

  @Test func theWarningNamesAFakeWithoutAScope() async throws { try await expectName(of: depot) }

  @Test func everyExplorationWarnsAboutAFakeWithoutAScope() async throws {
    let scenario: @Sendable () async throws -> Void = { [depot] in
      let other = FakeDepot()
      other.when(\.fetch).thenReturn("y")
      _ = try? await depot.fetch("a")
      _ = try? await other.fetch("b")
    }
    let (faults, _) = try await explored { try await exploreFaults(scenario) }
    let (cancellations, _) = try await explored { try await exploreCancellations(scenario) }
    let (results, _) = try await explored { try await exploreResults(scenario) }
    for report in [faults, cancellations, results] {
      #expect(report.warnings.contains { $0.hasPrefix("FakeDepot was called, but made outside") })
    }
  }

  @Test func fakesOfTheScenarioCauseNoWarning() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      depot.when(\.fetch).thenReturn("x")
      _ = try await depot.fetch("a")
    }
    #expect(!report.warnings.contains { $0.contains("made outside") })
  }
}

struct ExplorationHeadTests {
  /// Runs steps at the same time, and returns their names in the order in which they happened.
  private func steps(_ names: [String]) async -> String {
    let log = Captured("")
    await withTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask { await step(name) { log.withValue { $0 += name } } }
      }
    }
    return log.value
  }

  @Test func aSampleReportsTheCompletedBound() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(limit: 100) {
        let log = Captured("")
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c"] {
            group.addTask {
              log.withValue { $0 += name }
              await Task.yield()
              log.withValue { $0 += name }
            }
          }
        }
      }
    }
    #expect(
      "\(report)".hasPrefix(
        "100 orders, 0 broken, complete up to 0 preemptions, then a sample (seed: 0) that finds a bug of 3 "
      ),
      "\(report)")
  }

  @Test func theSeedDeterminesTheSample() async throws {
    func orders(seed: UInt64) async throws -> [String] {
      let orders = Captured<[String]>([])
      let (report, _) = try await explored {
        try await exploreOrders(limit: 20, seed: seed) {
          let log = await steps(["a", "b", "c", "d"])
          orders.withValue { $0.append(log) }
        }
      }
      #expect("\(report)".contains("(seed: \(seed))"), "\(report)")
      return orders.value
    }
    let first = try await orders(seed: 7)
    #expect(try await orders(seed: 7) == first)
    #expect(try await orders(seed: 8) != first)
  }

  @Test func hiddenFailuresAreCounted() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let log = await steps(["a", "b", "c"])
        throw Refusal(order: log)
      }
    }
    #expect(report.broken.count == 5)
    #expect("\(report)".contains(" broke in other ways."), "\(report)")
  }
}

private struct Refusal: Error {
  let order: String
}
