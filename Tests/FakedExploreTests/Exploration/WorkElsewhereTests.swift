import Dispatch
import Faked
import FakedExplore
import Foundation
import TestSupport
import Testing

/// Explorations of code that uses queues and threads.
struct WorkElsewhereTests {
  @Test func aScenarioThatWaitsForWorkElsewhereIsNotToldToStartTasks() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
            continuation.resume()
          }
        }
      }
    }
    #expect(report.warnings.count == 1, "\(report)")
    #expect(report.warnings.first?.contains("which the scheduler doesn't control") == true)
  }

  @Test(
    .enabled(if: CallSiteTable.hasLines),
    arguments: ExternalWork.allCases)
  private func theReportLocatesWorkThatLeavesTheScheduler(_ work: ExternalWork) async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        async let first: Void = work.begin()
        async let second: Void = work.begin()
        _ = await (first, second)
      }
    }
    let line = try sourceLine(of: "// \(work)", after: "enum", in: "WorkElsewhereTests.swift")
    #expect(
      report.warnings.contains(
        "the code at WorkElsewhereTests.swift:\(line) in ExternalWork.begin() uses a queue, a timer, a thread, or "
          + "another executor, which the scheduler doesn't control. For a sleep, use a FakeClock; for a callback, call "
          + "it in a `step`."), "\(report)")
  }

  @Test func anOrderThatWaitsTooLongEndsTheExploration() async throws {
    let (report, failures) = try await explored {
      try await exploreOrders(deadline: .milliseconds(50)) {
        async let other: Void = step("other") {}
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + 600) { continuation.resume() }
        }
        await other
      }
    }
    #expect(report.runs == 1)
    #expect(
      failures.first?.text.contains(
        "No task can run. The work that the scheduler doesn't control did not resume any task before the deadline."
      )
        == true, "\(report)")
    #expect(
      report.warnings.first == "the exploration ended at the first order that took too long.")
  }
}

/// Ways in which a task hands out work.
private enum ExternalWork: CaseIterable {
  case queue, delay, thread, continuation

  func begin() async {
    switch self {
    case .queue: DispatchQueue.global().async {}  // queue
    case .delay: DispatchQueue.global().asyncAfter(deadline: .now()) {}  // delay
    case .thread: Thread.detachNewThread {}  // thread
    case .continuation:
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }  // continuation
      }
    }
  }
}
