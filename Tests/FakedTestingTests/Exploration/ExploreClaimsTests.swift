import Dispatch
import FakedTesting
import Foundation
import TestSupport
import Testing

/// What reports claim, and what they must not.
struct ExploreClaimsTests {
  /// The warnings and failures of an exploration in a scope.
  private func told(
    _ mode: ScopeMode = .standard, _ exploration: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    try await issues { try await withFakedScope(mode) { try await exploration() } }.map { issue in
      (issue.severity == .error ? "failure: " : "warning: ") + ReportedFailure(issue).text
    }
  }

  /// Why the orders of a scenario prove nothing.
  private func vacuity(
    of scenario: @escaping @Sendable () async throws -> Void
  ) async throws -> String? {
    try await explored { try await exploreOrders(scenario) }.report.vacuity
  }

  private let oneOrder =
    "exploreOrders proves nothing: there is one order only, as no two calls or steps wait at the same time."

  @Test func whatProvesNothingIsAWarningAndAFailureWhereTheScopeIsStrict() async throws {
    let explorations = { @Sendable in
      try await exploreFaults { _ = try? FakeDepot().load("a") }
      try await exploreOrders { await fetchAll("ab") }
      try await exploreOrders { await fetchAll("a") }
    }
    #expect(try await told(.standard, explorations) == ["warning: \(oneOrder)"])
    #expect(try await told(.strict, explorations) == ["failure: \(oneOrder)"])
  }

  @Test func itIsSaidOnceInRunsOfAnotherExploration() async throws {
    let exploration = { @Sendable in
      _ = try await exploreFaults { try await exploreOrders { await fetchAll("a") } }
    }
    #expect(try await told(.standard, exploration) == ["warning: \(oneOrder)"])
    let failures = try await told(.strict, exploration)
    #expect(failures.count == 1)
    #expect(failures[0].hasPrefix("failure: exploreFaults: 1 run: "))
    #expect(failures[0].contains("\n  without any fault:\n    \(oneOrder)"))
  }

  @Test func callsThatAreCancelledBeforeAnotherCanEndAreTheReason() async throws {
    let scenario = { @Sendable (cancelled: Int, others: String) in
      let depot = FakeDepot()
      for count in 1...cancelled {
        let call = Task { try? await depot.fetch("a") }
        while depot.invocationCount(of: \.fetch) < count { await Task.yield() }
        call.cancel()
        _ = await call.value
      }
      await fetchAll(others, of: depot)
    }
    let reasons = [
      try await vacuity { await scenario(1, "b") }, try await vacuity { await scenario(2, "b") },
      try await vacuity { await scenario(1, "") },
    ]
    #expect(
      reasons == [
        "there is one order only: 1 call was cancelled while it waited, and no other two waited at the same time",
        "there is one order only: 2 calls were cancelled while they waited, and no other two waited at the same time",
        "every call was cancelled before another could end",
      ])
  }

  @Test func whatIsNotAwaitedIsNamed() async throws {
    let call = try await vacuity {
      let depot = FakeDepot()
      _ = Task { try await depot.fetch("a") }
    }
    let turn = try await vacuity {
      let hasBegun = Captured(false)
      _ = Task {
        hasBegun.value = true
        await step("too late") {}
      }
      while !hasBegun.value { await Task.yield() }
    }
    #expect(
      [call, turn] == [
        #"the scenario is over before FakeDepot.fetch("a") goes on: await what it starts"#,
        #"the scenario is over before the step "too late" is taken"#,
      ])
  }

  @Test func aScenarioInWhichThereIsNothingToTryIsTold() async throws {
    let found = try await told {
      try await exploreOrders { _ = try FakeDepot().load("a") }
      try await exploreCancellations { _ = try FakeDepot().load("a") }
      try await exploreFaults { _ = FakeDepot().size() }
      try await exploreResults { try FakeDepot().put("a") }
    }
    #expect(
      found == [
        "warning: exploreOrders proves nothing: no async call of its fakes waits, and no step.",
        "warning: exploreCancellations proves nothing: no async call of its fakes waits, and no step.",
        "warning: exploreFaults proves nothing: no call of its fakes can fail.",
        "warning: exploreResults proves nothing: no call of its fakes gives a value.",
      ])
  }

  @Test func aCallOfAThreadMakesAReportIncomplete() async throws {
    @Sendable func loadOnAThread(_ depot: FakeDepot) {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = try? depot.load("b")
        isDone.signal()
      }
      isDone.wait()
    }
    let (report, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        loadOnAThread(depot)
        await fetchAll("ab", of: depot)
      }
    }
    #expect(!report.isComplete)
  }

  @Test func aTaskThatSleepsMakesAReportIncomplete() async throws {
    let noted = Captured<OrderReport?>(nil)
    let scenario = { @Sendable in
      noted.value = try await exploreOrders {
        let depot = FakeDepot()
        let sleeper = Task {
          try await Task.sleep(for: .milliseconds(40))
          _ = try await depot.fetch("b")
        }
        _ = try await depot.fetch("a")
        try await sleeper.value
      }
    }
    #expect(try await told(.standard, scenario).map { $0.prefix(7) } == ["warning"])
    #expect(try await told(.strict, scenario).map { $0.prefix(7) } == ["failure"])
    let report = try #require(noted.value)
    #expect(!report.isComplete)
    #expect(
      "\(report)".hasSuffix(
        """

          something came from where it cannot be watched (a sleep, a timer, a callback): there may be \
        more orders.
        """))
  }

  @Test func tasksOfEveryKindAreWatched() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      let store = Store(depot: depot)
      let tasks = [
        Task { _ = try? await depot.fetch("a") },
        Task.detached { await Task { await store.fetch("b") }.value },
      ]
      async let c = depot.fetch("c")
      for task in tasks { await task.value }
      _ = try await c
    }
    #expect(report.orders.count == 6)
    #expect(report.isComplete)
  }

  @Test func explorationsInParallelAreAllComplete() async throws {
    let reports = Captured<[OrderReport]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...24 {
        group.addTask {
          let report =
            number.isMultiple(of: 4)
            ? try await exploreOrders { @MainActor in try await fetchInTasks() }
            : try await exploreOrders { try await fetchInTasks() }
          reports.withValue { $0.append(report) }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      reports.value.filter(\.isComplete).map(\.orders.count) == Array(repeating: 24, count: 24))
  }

  @Test func whatFailsAfterItsRunIsLeftToTheFramework() async throws {
    let note = Captured<(@Sendable (String) -> Bool)?>(nil)
    let runner = ScenarioRunner(
      { #expect(note.value?("in time") == true) },
      deadline: .seconds(10),
      watch: { run, scenario in
        note.value = run
        try await scenario()
      },
      reporter: TestScope.Reporter(now: { _ in true }, late: { _ in }, note: { _ in }))
    _ = try? await ResultExploration(runner, limit: 2, at: SourceLine(#fileID, #filePath, #line, 1))
      .explore()
    #expect(note.value?("too late") == false)
  }

  @Test func aKnownIssueAroundAnExplorationIsOne() async throws {
    let found = Captured<[ReportedFailure]>([])
    let report = Captured<OrderReport?>(nil)
    try await withKnownIssue {
      report.value = try await exploreOrders {
        await fetchAll("ab")
        #expect(Bool(false), "in every order")
      }
    } matching: { issue in
      found.withValue { $0.append(ReportedFailure(issue)) }
      return true
    }
    #expect(report.value?.broken.count == 2)
    #expect(found.value.count == 1)
    #expect(found.value.first?.text.hasPrefix("exploreOrders: 2 orders, 2 broken.") == true)
  }
}

private actor Store {
  let depot: FakeDepot
  init(depot: FakeDepot) { self.depot = depot }
  func fetch(_ key: String) async { _ = try? await depot.fetch(key) }
}

private func fetchInTasks(isolation: isolated (any Actor)? = #isolation) async throws {
  let depot = FakeDepot()
  let tasks = ["a", "b", "c", "d"].map { key in
    Task {
      _ = isolation
      return try await depot.fetch(key)
    }
  }
  for task in tasks { _ = try await task.value }
}
