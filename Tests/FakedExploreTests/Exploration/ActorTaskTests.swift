import FakedExplore
import TestSupport
import Testing

/// Tasks that begin on an actor, where no executor sees them.
struct ActorTaskTests {
  @Test func theirCallsAreEvents() async throws {
    let counts = Captured<Set<Int>>([])
    let report = try await exploreOrders {
      let (_, indexer) = makeIndexer()
      let first = await indexer.startRefresh()
      await step("between") {}
      let second = await indexer.startRefresh()
      await first.value
      await second.value
      let count = await indexer.count
      counts.withValue { _ = $0.insert(count) }
    }
    #expect(counts.value == [1, 2])
    #expect(report.isExhaustive)
    #expect(report.description.contains("4 calls, 1 step"))
  }

  @Test func theirCallsCanFailAndBeCanceled() async throws {
    let faults = try await exploreFaults {
      let (_, indexer) = makeIndexer()
      await indexer.startRefresh().value
    }
    #expect(faults.description.hasPrefix("2 runs, 1 with faults, 0 broken"))
    let cancellations = try await exploreCancellations {
      let (_, indexer) = makeIndexer()
      let task = await indexer.startRefresh()
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
    #expect(cancellations.isExhaustive, "\(cancellations)")
  }

  @Test func aTaskThatReplacesAnotherHasEnded() async throws {
    let report = try await exploreOrders {
      let (depot, indexer) = makeIndexer()
      await indexer.replaceRefresh()
      await indexer.replaceRefresh()
      await indexer.waitForRefresh()
      await untilIdle()
      _ = depot
    }
    #expect(report.isExhaustive, "\(report)")
  }

  @Test func aTaskOfTheMainActorThatReplacesAnotherHasEnded() async throws {
    let report = try await exploreOrders(changes: 1) {
      let depot = FakeDepot()
      depot.when(\.fetch) { _ in "text" }
      let screen = await Screen(depot)
      await screen.replaceRefresh()
      await screen.replaceRefresh()
      await screen.waitForRefresh()
      await untilIdle()
    }
    #expect(report.isExhaustive, "\(report)")
  }

  @Test func aTaskOfTheMainActorMayAwaitAnother() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      depot.when(\.fetch) { _ in "text" }
      await Task { @MainActor in await Task { _ = try? await depot.fetch("a") }.value }.value
    }
    #expect(report.isExhaustive, "\(report)")
  }

  @Test func aDetachedTaskThatEndsOnAnActorHasEnded() async throws {
    let report = try await exploreOrders {
      let (_, indexer) = makeIndexer()
      let tasks = (0..<2).map { _ in Task.detached { _ = await indexer.count } }
      for task in tasks { await task.value }
    }
    #expect(report.isExhaustive, "\(report)")
  }

  @Test(.faked(.lenient)) func aTaskOfTheMainActorThatStillWaitsIsNamed() async throws {
    let report = try await exploreOrders(changes: 1) {
      let depot = FakeDepot()
      depot.when(\.fetch) { _ in "text" }
      let screen = await Screen(depot)
      await screen.replaceRefresh()
      await screen.replaceRefresh()
      await screen.waitForRefresh()
    }
    #expect(!report.isExhaustive)
    #expect(
      report.description.contains("main-actor task 1 is canceled, but still waits"), "\(report)")
  }
}

private func makeIndexer() -> (FakeDepot, Indexer) {
  let depot = FakeDepot()
  depot.when(\.fetch) { _ in "text" }
  return (depot, Indexer(depot))
}

private actor Indexer {
  private let depot: FakeDepot
  private(set) var count = 0
  private var refresh: Task<Void, Never>?

  init(_ depot: FakeDepot) { self.depot = depot }

  func startRefresh() -> Task<Void, Never> { Task { await self.load() } }

  func replaceRefresh() {
    refresh?.cancel()
    refresh = Task { await self.load() }
  }

  func waitForRefresh() async { await refresh?.value }

  /// Loses an update if two tasks load at the same time.
  private func load() async {
    let old = count
    guard (try? await depot.fetch("a")) != nil else { return }
    count = old + 1
  }
}

@MainActor private final class Screen {
  private let depot: FakeDepot
  private var refresh: Task<Void, Never>?

  init(_ depot: FakeDepot) { self.depot = depot }

  func replaceRefresh() {
    refresh?.cancel()
    refresh = Task { _ = try? await depot.fetch("a") }
  }

  func waitForRefresh() async { await refresh?.value }
}
