import FakedExplore
import TestSupport
import Testing

/// Reports about tasks that have not ended.
@Suite(.enabled(if: CallSiteTable.hasLines))
struct LeftoverReportTests {
  private actor Latch {
    private var waiter: CheckedContinuation<Void, Never>?
    func wait() async { await withCheckedContinuation { waiter = $0 } }
    func open() {
      waiter?.resume()
      waiter = nil
    }
  }

  @Test func aTaskThatWaitsBesideOneThatSleepsDoesNotRun() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let (clock, latch) = (FakeClock(), Latch())
        let heartbeat = Task { while true { try await clock.sleep(for: .seconds(1)) } }
        async let waiting: Void = latch.wait()
        async let opening: Void = latch.open()
        _ = await (waiting, opening)
        heartbeat.cancel()
      }
    }
    let text = "\(report)"
    #expect(
      text.contains(
        "20,000 events. At the end, nothing happened except sleeps. Check what the other tasks wait for. If one waits "
          + "in `clock.run()`, use `clock.advance(by:)`, because another task sleeps in a loop."
      ),
      "\(text)")
    #expect(text.contains(#/\n +scenario waits \(/#), "\(text)")
    #expect(text.contains(#/\n +task 1 (sleeps until|runs)/#), "\(text)")
    #expect(text.contains(#/\n +task 2 waits \(.* in .*Latch.wait\(\)/#), "\(text)")
  }

  private final class Connection: Sendable {
    func use() async { await Task.yield() }
    deinit { Task {} }
  }

  @Test func aTaskOfAReleasedObjectIsExplained() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let connection = Connection()
        await connection.use()
        await untilIdle()
      }
    }
    #expect(
      report.warnings.contains {
        $0.contains(
          "created when an object was released. Release the object before the scenario ends")
      }, "\(report)")
    let (other, _) = try await explored {
      try await exploreOrders {
        do {
          let connection = Connection()
          await connection.use()
        }
        await untilIdle()
      }
    }
    #expect(!other.warnings.contains { $0.contains("released") }, "\(other)")
  }
}
