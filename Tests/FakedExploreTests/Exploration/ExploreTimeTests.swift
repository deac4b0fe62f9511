import Dispatch
import FakedExplore
import TestSupport
import Testing

/// Clocks, yields, and work outside of the scheduler in explorations.
struct ExploreTimeTests {
  @Test func overlappingAdvancesAddUp() async throws {
    try await exploreOrders {
      let clock = FakeClock()
      let task = Task { for _ in 1...4 { try await clock.sleep(for: .milliseconds(500)) } }
      async let first: Void = clock.advance(by: .seconds(1))
      async let second: Void = clock.advance(by: .seconds(1))
      _ = await (first, second)
      #expect(clock.now.offset == .seconds(2))
      task.cancel()
    }
  }

  @Test func theEarliestSleepOfAllClocksEndsFirst() async throws {
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
    #expect(report.broken.first?.events.contains { $0.contains("5 seconds pass") } == true)
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
    #expect(
      report.broken.first?.events.contains { $0.contains("3600 seconds pass") } == true,
      "\(report)")
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

  @Test(.timeLimit(.minutes(10)))
  func workOnAQueueThatNeverComesBackDoesNotStopTime() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let clock = FakeClock()
        async let stepped: Void = step("a") {}
        async let slept: Void = {
          DispatchQueue.global().async {}
          try await clock.sleep(for: .seconds(1))
        }()
        _ = try await (stepped, slept)
      }
    }
    #expect(report.runs > 1)
    #expect(report.brokenCount == 0, "\(report)")
  }

  // The thread sanitizer hides work on a queue.
  @Test(arguments: [1, 3])
  func aSleepDoesNotOvertakeWorkOnAQueue(times count: Int) async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let text = await withTaskGroup(of: String.self) { group in
          group.addTask {
            for _ in 0..<count {
              await withCheckedContinuation { continuation in
                // The scheduler is idle when the work comes back.
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
                  continuation.resume()
                }
              }
            }
            return "done"
          }
          group.addTask {
            // The callbacks run long before this.
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
      report.warnings.contains { $0.contains("uses a queue, a timer, a thread, or another") })
  }
}
