import FakedTesting
import Testing

/// Runs that do not end.
struct ExploreDeadlineTests {
  @Test func aRunPastItsDeadlineIsCancelledAndReported() async throws {
    let failures = try await Exploration.faults.failures(deadline: .seconds(3)) {
      let depot = FakeDepot()
      if (try? depot.load("a")) == nil { await waitForCancellation() }
      _ = try? depot.load("b")
    }
    #expect(
      failures == [
        """
        exploreFaults: 4 runs: 2 fallible calls, 2 runs with faults, 1 broken.
          with call 1, FakeDepot.load("a"), failing with InjectedFault:
            It did not end within 3 s, and was cancelled. No call of its fakes and no step waits: see \
        what else it awaits.
            never reached: FakeDepot.load("b")
        """
      ])
  }

  @Test func noFaultIsTriedAfterARunThatWasLeftBehind() async throws {
    let stuck = Captured<CheckedContinuation<Void, Never>?>(nil)
    let failures = try await Exploration.faults.failures(deadline: .seconds(3)) {
      let depot = FakeDepot()
      let text = try? depot.load("a")
      if text == nil { await withCheckedContinuation { stuck.value = $0 } }
      _ = try? depot.load("b")
    }
    stuck.value?.resume()
    #expect(
      failures == [
        """
        exploreFaults: 3 runs: 2 fallible calls, 1 run with faults, 1 broken.
          with call 1, FakeDepot.load("a"), failing with InjectedFault:
            It did not end within 3 s, nor when it was cancelled. No call of its fakes and no step \
        waits: see what else it awaits. It was left behind, and no further run was made.
            never reached: FakeDepot.load("b")
          1 fault not tried: a run was left behind.
        """
      ])
  }

  @Test func aScenarioMakesNoMoreThan10000FallibleCalls() async throws {
    let (endless, _) = try await explored {
      try await exploreFaults(deadline: .seconds(60)) {
        let depot = FakeDepot()
        depot.history = .countsOnly
        while (try? depot.load("a")) != nil {}
      }
    }
    #expect(endless.broken.map(\.failures) == [["It made more than 10000 fallible calls."]])
    #expect(endless.runs == 1)
    let (most, failures) = try await explored {
      try await exploreFaults(limit: 3, deadline: .seconds(60)) {
        let depot = FakeDepot()
        depot.history = .countsOnly
        for _ in 0..<10_000 { _ = try? depot.load("a") }
      }
    }
    #expect(most.calls.count == 10_000)
    #expect(most.broken.isEmpty)
    #expect(failures.map(\.text).joined().contains("9999 faults not tried"))
  }

  @Test func aRunPastThePatienceOfItsScopeNamesWhatWaits() async throws {
    let (report, _) = try await explored {
      try await withFakedScope(.lenient, patience: .seconds(2)) {
        try await exploreFaults {
          let depot = FakeDepot()
          depot.when(\.fetch) { _ in
            await waitForCancellation()
            return ""
          }
          _ = try await depot.fetch("a")
        }
      }
    }
    #expect(
      report.broken.map(\.failures) == [
        [
          "It did not end within 2 s, and was cancelled. Still waiting: FakeDepot.fetch(\"a\")."
        ]
      ])
  }

  @Test func anOrderPastItsDeadlineIsCancelledAndReported() async throws {
    let (report, failures) = try await explored {
      try await exploreOrders(deadline: .milliseconds(20)) {
        let depot = FakeDepot()
        async let a = depot.fetch("a")
        async let b = depot.fetch("b")
        _ = try await a
        await waitForCancellation()
        _ = try await b
      }
    }
    #expect(!report.orders.isEmpty)
    #expect(
      report.orders.allSatisfy {
        $0.failures.first?.hasPrefix("It did not end within 20 ms, and was cancelled. ") == true
      })
    #expect(failures.count == 1)
    #expect(failures[0].text.hasSuffix("\n  more orders may be left: a run did not end."))
    #expect(!report.isComplete)
  }

  @Test func anOrderThatDoesNotReactIsLeftBehind() async throws {
    let stuck = Captured<CheckedContinuation<Void, Never>?>(nil)
    let (report, failures) = try await explored {
      try await exploreOrders(deadline: .milliseconds(20)) {
        _ = try await FakeDepot().fetch("a")
        await withCheckedContinuation { stuck.value = $0 }
      }
    }
    stuck.value?.resume()
    #expect(report.orders.count == 1)
    #expect(failures.count == 1)
    #expect(failures[0].text.contains("nor when it was cancelled. "))
    #expect(failures[0].text.hasSuffix("\n  more orders are left: a run was left behind."))
  }

  @Test func aResultWithWhichARunIsLeftBehindIsNamed() async throws {
    let stuck = Captured<CheckedContinuation<Void, Never>?>(nil)
    let line = #line + 2
    let message = await refusal {
      try await exploreResults(deadline: .seconds(3)) {
        if FakeDepot().size() == 0 { await withCheckedContinuation { stuck.value = $0 } }
      }
    }
    stuck.value?.resume()
    #expect(
      message == """
        exploreResults at ExploreDeadlineTests.swift:\(line) was stopped: with 0 from FakeDepot.size the \
        scenario did not end, nor when it was cancelled.
          Let the code under test react to cancellation, or name a value: fake.mayReturn(\\.…, …).
        """)
  }

  @Test(arguments: Exploration.allCases)
  func cancellingTheTestEndsTheExploration(exploration: Exploration) async throws {
    let (started, start) = AsyncStream<Void>.makeStream()
    let storage = FakeStorage()
    let task = Task {
      try await exploration.run {
        storage.when(\.get) { $0 }
        _ = try storage.get("a")
        _ = try await FakeDepot().fetch("a")
        start.finish()
        await waitForCancellation()
      }
    }
    for await _ in started {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // A fake that outlives the run is watched no more.
    #expect(try storage.get("a") == "a")
  }
}
