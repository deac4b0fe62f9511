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
      try await exploreOrders(deadline: .milliseconds(50)) {
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
      text.contains("The scenario was stopped after 20,000 events without a pause.\n"), "\(text)")
    #expect(
      text.contains(
        "Beside a task that sleeps in a loop, use `clock.advance(by:)` instead of `clock.run()`."),
      "\(text)")
    #expect(text.contains(#/\n +scenario waits \(/#), "\(text)")
    #expect(text.contains(#/\n +task 1 (sleeps until|runs)/#), "\(text)")
    #expect(text.contains(#/\n +task 2 waits \(.* in .*Latch.wait\(\)/#), "\(text)")
  }
}
