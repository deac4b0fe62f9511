import Dispatch
import FakedTesting
import Foundation
import Testing

/// What reports claim, and what they must not.
struct ExploreClaimsTests {
  /// The one warning or failure of an exploration.
  private func told<Report: Sendable>(
    _ mode: ScopeMode = .standard,
    _ exploration: @escaping @Sendable () async throws -> Report
  ) async throws -> (text: String?, isFailure: Bool) {
    let found = Captured<[(String, Bool)]>([])
    let test = try #require(Test.current)
    let watch = IssueHandlingTrait.compactMapIssues { issue in
      let isFailure = issue.severity == .error
      found.withValue { $0.append((ReportedFailure(issue).text, isFailure)) }
      return nil
    }
    try await watch.provideScope(for: test, testCase: Test.Case.current) {
      try await withFakedScope(mode) { _ = try await exploration() }
    }
    #expect(found.value.count <= 1)
    return (found.value.first?.0, found.value.first?.1 ?? false)
  }

  @Test func oneOrderIsAWarning() async throws {
    let found = try await told {
      let report = try await exploreOrders { _ = try await FakeDepot().fetch("a") }
      #expect(report.vacuity != nil)
    }
    #expect(
      found.text
        == "exploreOrders proves nothing: there is one order only, as no two calls or steps wait at the same time."
    )
    #expect(!found.isFailure)
  }

  @Test func itIsAFailureWhereTheScopeIsStrict() async throws {
    let found = try await told(.strict) {
      try await exploreOrders { _ = try await FakeDepot().fetch("a") }
    }
    #expect(found.text?.hasPrefix("exploreOrders proves nothing: ") == true)
    #expect(found.isFailure)
  }

  @Test func itIsSaidOnceInRunsOfAnotherExploration() async throws {
    let scenario = { @Sendable in
      try await exploreFaults {
        try await exploreOrders { _ = try? await FakeDepot().fetch("a") }
      }
    }
    let warning = try await told(.standard, scenario)
    #expect(warning.text?.hasPrefix("exploreOrders proves nothing: there is one") == true)
    #expect(!warning.isFailure)
    let failure = try await told(.strict, scenario)
    #expect(failure.text?.contains("\n  without any fault:\n    exploreOrders proves") == true)
    #expect(failure.isFailure)
  }

  @Test func callsThatAreCancelledBeforeAnotherCanEndAreTheReason() async throws {
    let found = try await told {
      try await exploreOrders {
        let depot = FakeDepot()
        let first = Task { try? await depot.fetch("a") }
        while depot.invocationCount(of: \.fetch) == 0 { await Task.yield() }
        first.cancel()
        _ = await first.value
        _ = try await depot.fetch("b")
      }
    }
    #expect(
      found.text
        == "exploreOrders proves nothing: there is one order only: 1 call was cancelled while it waited, and no other two waited at the same time."
    )
    let all = try await told {
      try await exploreOrders {
        let depot = FakeDepot()
        let first = Task { try? await depot.fetch("a") }
        while depot.invocationCount(of: \.fetch) == 0 { await Task.yield() }
        first.cancel()
        _ = await first.value
      }
    }
    #expect(
      all.text
        == "exploreOrders proves nothing: every call was cancelled before another could end.")
  }

  @Test func aCallThatIsNotAwaitedIsNamed() async throws {
    let found = try await told {
      try await exploreOrders {
        let depot = FakeDepot()
        _ = Task { try await depot.fetch("a") }
      }
    }
    #expect(
      found.text
        == #"exploreOrders proves nothing: the scenario is over before FakeDepot.fetch("a") goes on: await what it starts."#
    )
  }

  @Test func aScenarioInWhichNothingWaitsIsTold() async throws {
    let orders = try await told { try await exploreOrders { _ = try FakeDepot().load("a") } }
    #expect(
      orders.text
        == "exploreOrders proves nothing: no async call of its fakes waits, and no step.")
    let cancellations = try await told {
      try await exploreCancellations { _ = try FakeDepot().load("a") }
    }
    #expect(cancellations.text?.hasPrefix("exploreCancellations proves nothing: no async") == true)
    let faults = try await told { try await exploreFaults { _ = FakeDepot().size() } }
    #expect(faults.text == "exploreFaults proves nothing: no call of its fakes can fail.")
  }

  @Test func aStepThatIsNeverTakenIsTold() async throws {
    let found = try await told {
      try await exploreOrders {
        let hasBegun = Captured(false)
        _ = Task {
          hasBegun.value = true
          await step("too late") {}
        }
        while !hasBegun.value { await Task.yield() }
      }
    }
    #expect(
      found.text
        == #"exploreOrders proves nothing: the scenario is over before the step "too late" is taken."#
    )
  }

  @Test func whatProvesSomethingIsNotTold() async throws {
    let found = try await told(.strict) {
      try await exploreOrders {
        let depot = FakeDepot()
        async let a = depot.fetch("a")
        async let b = depot.fetch("b")
        _ = try await (a, b)
      }
      try await exploreFaults { _ = try? FakeDepot().load("a") }
    }
    #expect(found.text == nil)
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
        async let a = depot.fetch("a")
        _ = try await (a, depot.fetch("b"))
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
    let found = try await told(.standard, scenario)
    #expect(!found.isFailure)
    #expect(try await told(.strict, scenario).isFailure)
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
    #expect(reports.value.map(\.orders.count) == Array(repeating: 24, count: 24))
    #expect(reports.value.filter(\.isComplete).count == 24)
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
      reporter: FakedScope.Reporter(now: { _ in }, late: { _ in }, note: { _ in }))
    _ = try? await ResultExploration(runner, limit: 2, at: CallSite(#fileID, #filePath, #line, 1))
      .explore()
    #expect(note.value?("too late") == false)
  }

  @Test func aKnownIssueAroundAnExplorationIsOne() async throws {
    let found = Captured<[ReportedFailure]>([])
    let report = Captured<OrderReport?>(nil)
    try await withKnownIssue {
      report.value = try await exploreOrders {
        let depot = FakeDepot()
        async let a = depot.fetch("a")
        async let b = depot.fetch("b")
        _ = try await (a, b)
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

  @Test func whatAKnownIssueInsideOfARunExpectsBreaksNothing() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      async let a = depot.fetch("a")
      async let b = depot.fetch("b")
      _ = try await (a, b)
      withKnownIssue { #expect(Bool(false)) }
    }
    #expect(report.broken.isEmpty)
  }

  @Test func aRunThatHangsNamesWhatWaits() async throws {
    let (report, failures) = try await explored {
      try await exploreFaults(deadline: .milliseconds(300)) {
        let depot = FakeDepot()
        depot.when(\.fetch) { _ in
          let (stream, _) = AsyncStream<Void>.makeStream()
          for await _ in stream {}
          return ""
        }
        _ = try await depot.fetch("a")
      }
    }
    #expect(report.broken.count == 1)
    #expect(
      failures[0].text.contains(
        "It did not end within 300 ms, and was cancelled. Still waiting: FakeDepot.fetch(\"a\")."))
  }

  @Test func thePatienceOfTheScopeIsTheDeadline() async throws {
    let (report, _) = try await explored {
      try await withFakedScope(.lenient, patience: .milliseconds(50)) {
        try await exploreFaults {
          _ = try? FakeDepot().load("a")
          let (stream, _) = AsyncStream<Void>.makeStream()
          for await _ in stream {}
        }
      }
    }
    #expect(report.broken.first?.failures.first?.hasPrefix("It did not end within 50 ms") == true)
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
