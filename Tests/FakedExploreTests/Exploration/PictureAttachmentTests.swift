import FakedExplore
import Foundation
import TestSupport
import Testing

/// Runs explorations that fail or never end, in separate processes.
@Suite(.tags(.process), .enabled(if: ChildProcess.canRun && !ChildProcess.isChild))
struct PictureAttachmentTests {
  @Test func aFailingExplorationAttachesItsPicture() async throws {
    let folder = TemporaryFolder()
    let path = folder.path
    let run = try await ChildProcess.swiftTesting(
      "PictureProofs/theNewestRequestIsServedFirst", ["--attachments-path", path])
    #expect(run.status != 0)
    let svg = try #require(folder.read("orders.svg"), "\(run.output)")
    #expect(svg.hasPrefix("<svg "))
    #expect(svg.contains("class=\"broken\""))
    #expect(svg.contains("step &quot;c&quot;"))
  }

  @Test(arguments: [("", 3), ("4", 4), ("100", 100)])
  func theEnvironmentCanRaiseTheLimit(_ orders: String, _ count: Int) async throws {
    let run = try await ChildProcess.swiftTesting(
      "PictureProofs/threeSteps", environment: ["FAKED_ORDERS": orders])
    #expect(run.output.contains("The report has \(count) runs."), "\(run.output)")
  }

  @Test func aTraceNamesTheOrderThatCrashes() async throws {
    let run = try await ChildProcess.swiftTesting(
      "PictureProofs/resumesTwice", environment: ["FAKED_TRACE": "1"])
    #expect(run.status != 0)
    let order = try #require(
      run.output.matches(of: /exploreOrders\(replaying: "(.+)"\)/).last, "\(run.output)")
    let repeated = try await ChildProcess.swiftTesting(
      "PictureProofs/resumesTwice",
      environment: ["FAKED_TRACE": "1", "FAKED_PROOF_ORDER": String(order.1)])
    #expect(repeated.status != 0)
    #expect(repeated.output.matches(of: /exploreOrders\(replaying:/).count == 1)
  }

  @Test func anExplorationThatNeverSuspendsStopsTheProcess() async throws {
    let run = try await ChildProcess.swiftTesting(
      "PictureProofs/neverSuspends", environment: ["FAKED_PATIENCE": "0.5"])
    #expect(run.status == 1)
    let message =
      /because the exploration \(PictureAttachmentTests\.swift:\d+\) ran for 500 ms without suspending/
    #expect(run.output.contains(message), "\(run.output)")
  }
}

/// Explorations that fail on purpose.
@Suite(.enabled(if: ChildProcess.isChild)) struct PictureProofs {
  @Test func theNewestRequestIsServedFirst() async throws {
    try await exploreOrders {
      let log = Captured("")
      async let first: Void = step("a") { log.withValue { $0 += "a" } }
      async let second: Void = step("b") { log.withValue { $0 += "b" } }
      async let third: Void = step("c") { log.withValue { $0 += "c" } }
      _ = await (first, second, third)
      #expect(!log.value.hasPrefix("c"))
    }
  }

  @Test func resumesTwice() async throws {
    let order = ProcessInfo.processInfo.environment["FAKED_PROOF_ORDER"]
    try await exploreOrders(replaying: order) {
      let isResumed = Captured(false)
      await withCheckedContinuation { continuation in
        for name in ["a", "b"] {
          Task {
            let isFirst = !isResumed.value
            await step(name) {}
            isResumed.value = true
            if isFirst { continuation.resume() }
          }
        }
      }
    }
  }

  @Test func threeSteps() async throws {
    let report = try await exploreOrders(limit: 3) {
      async let first: Void = step("a") {}
      async let second: Void = step("b") {}
      async let third: Void = step("c") {}
      _ = await (first, second, third)
    }
    print("The report has \(report.runs) runs.")
  }

  @Test func neverSuspends() async throws {
    try await exploreOrders {
      // The optimizer removes a loop without an effect.
      let count = Captured(0)
      while count.value >= 0 { count.withValue { $0 = ($0 + 1) % 1_000 } }
    }
  }
}
