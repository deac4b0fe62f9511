import Dispatch
import FakedExplore
import Testing

/// Explorations that fail, one for each message that the pages explain but do not show.
@Suite(.enabled(if: failuresAreWanted)) struct FailingExplorations {
  @Test func noCallOfAFake() async throws { try await exploreFaults {} }
  @Test(.faked(.strict)) func oneOrder() async throws {
    try await exploreOrders {
      let mailbox = FakeMailbox()
      mailbox.when(\.fetch) { _ in [] }
      _ = try await mailbox.fetch("a")
    }
  }
  @Test(.faked(.strict)) func fakeOutside() async throws {
    let outside = FakeMailbox()
    outside.when(\.send).thenReturn(1)
    try await exploreFaults {
      let mailbox = FakeMailbox()
      mailbox.when(\.send).thenReturn(1)
      _ = try? mailbox.send("a", to: "b")
      _ = try? outside.send("a", to: "b")
    }
  }
  @Test func stepOutside() async { await step("user signs out") {} }
  @Test func explorationInside() async throws {
    try await exploreOrders {
      _ = FakeMailbox()
      try await exploreFaults {}
    }
  }
  @Test(.deterministic) func explorationInATest() async throws {
    try await exploreOrders { _ = FakeMailbox() }
  }
  @Test func unnoticedResult() async throws {
    try await exploreResults {
      let mailbox = FakeMailbox()
      mailbox.when(\.send).thenReturn(7)
      _ = try mailbox.send("a", to: "b")
    }
  }
  @Test(.faked(.strict)) func unrepeatableScenario() async throws {
    let runs = Captured(0)
    try await exploreFaults {
      let mailbox = FakeMailbox()
      mailbox.when(\.send).thenReturn(1)
      runs.value += 1
      if runs.value == 1 { _ = try mailbox.send("a", to: "b") }
    }
  }
  @Test func noError() async throws {
    try await exploreFaults {
      let mailbox = FakeMailbox()
      mailbox.when(\.delete).thenReturn()
      try mailbox.delete(1)
    }
  }
  @Test func otherOrder() async throws {
    try await exploreOrders(replaying: "3:1=1 5f") { _ = try await FakeMailbox().fetch("a") }
  }
  @Test func stuckRun() async throws {
    try await exploreOrders {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
  }
  @Test func preventedCall() async throws {
    try await exploreFaults {
      let mailbox = FakeMailbox()
      mailbox.when(\.send).thenReturn(1)
      let first = try? mailbox.send("a", to: "b")
      if first != nil { _ = try? mailbox.send("c", to: "d") }
      #expect(first != nil)
    }
  }
  /// A sleep that is over before its task has suspended is not seen.
  @Test(.faked(.strict)) func realSleep() async throws {
    try await exploreOrders { try await Task.sleep(for: .milliseconds(50)) }
  }
  @Test(.faked(.strict)) func callsAfterAFault() async throws {
    try await exploreFaults {
      let mailbox = FakeMailbox()
      mailbox.when(\.send).thenReturn(1)
      if (try? mailbox.send("a", to: "b")) == nil { _ = try? mailbox.send("c", to: "d") }
    }
  }
  @Test(.faked(.strict)) func allRunsThrow() async throws {
    try await exploreFaults {
      let mailbox = FakeMailbox()
      mailbox.when(\.send).thenReturn(1)
      _ = try mailbox.send("a", to: "b")
    }
  }
  @Test func taskThatThrew() async throws {
    try await exploreFaults {
      let mailbox = FakeMailbox()
      mailbox.when(\.fetch).thenReturn([])
      _ = await withUnsafeContinuation { continuation in
        Task { continuation.resume(returning: try await mailbox.fetch("a")) }
      }
    }
  }
}
