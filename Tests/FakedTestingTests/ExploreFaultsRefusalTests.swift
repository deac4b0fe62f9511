import FakedTesting
import Testing

/// Scenarios that cannot be explored, and runs that do not end.
struct ExploreFaultsRefusalTests {
  @Test func aScenarioWithoutACallOfAFakeIsRefused() async {
    let line = #line + 1
    let message = await refusal { try await exploreFaults {} }
    #expect(
      message == """
        exploreFaults at ExploreFaultsRefusalTests.swift:\(line) saw no call of a fake.
          It sees the calls of fakes that are made or first stubbed in the scenario: make the fakes in \
        the closure.
        """)
  }

  @Test func aFakeOfAnotherScopeIsNotSeen() async {
    await withFakedScope(.lenient) {
      let depot = FakeDepot()
      let message = await refusal { try await exploreFaults { _ = try depot.load("a") } }
      #expect(message?.contains("make the fakes in the closure") == true)
    }
  }

  @Test func otherCallsInTheSecondRunAreRefused() async {
    let runs = Captured(0)
    let line = #line + 2
    let message = await refusal {
      try await exploreFaults {
        let depot = FakeDepot()
        runs.value += 1
        _ = try? depot.load("a")
        if runs.value == 2 { try? depot.named("b") } else { _ = try? depot.load("c") }
      }
    }
    #expect(
      message == """
        exploreFaults at ExploreFaultsRefusalTests.swift:\(line) cannot explore a scenario that differs \
        from run to run: call 2 was FakeDepot.load("c") in the first run, and FakeDepot.named in the \
        second.
          Make all state in the closure, leave out clocks and chance, and make calls one after the other, \
        or inside exploreOrders.
        """)
  }

  @Test func fewerAndMoreCallsInTheSecondRunAreRefused() async {
    for counts in [[2, 1], [1, 2]] {
      let runs = Captured(0)
      let message = await refusal {
        try await exploreFaults {
          let depot = FakeDepot()
          for _ in 0..<counts[runs.value % 2] { _ = try? depot.load("a") }
          runs.value += 1
        }
      }
      let text = counts[0] == 2 ? #"FakeDepot.load("a") in the first"# : "none in the first"
      #expect(message?.contains("call 2 was \(text)") == true)
    }
  }

  @Test func otherCallsBeforeTheFaultAreRefused() async {
    let runs = Captured(0)
    let message = await refusal {
      try await exploreFaults {
        let depot = FakeDepot()
        runs.value += 1
        if runs.value == 3 { _ = try? await depot.fetch("a") } else { _ = try? depot.load("a") }
      }
    }
    #expect(
      message?.contains(
        #"call 1 was FakeDepot.load("a") in the first run, and FakeDepot.fetch("a") in the run with "#
          + #"call 1, FakeDepot.load("a"), failing with InjectedFault."#) == true)
  }

  @Test func anErrorThatTheFunctionCannotThrowIsRefusedBeforeTheFirstFault() async {
    let runs = Captured(0)
    let line = #line + 2
    let message = await refusal {
      try await exploreFaults(failingWith: Wrapped(cause: StoreError.full)) {
        runs.value += 1
        let depot = FakeDepot()
        _ = try? depot.load("a")
        try? depot.put("b")
      }
    }
    #expect(runs.value == 2)
    #expect(
      message == """
        exploreFaults at ExploreFaultsRefusalTests.swift:\(line): call 2, FakeDepot.put("b"), was to fail \
        with Wrapped(cause: .full), but it throws StoreError only.
          Write in the scenario: fake.mayFail(\\.put, with: …), with an error of type StoreError.
        """)
  }

  @Test func aFunctionWithTypedThrowsNeedsAnError() async {
    let message = await refusal { try await exploreFaults { try? FakeDepot().put("b") } }
    #expect(
      message?.contains(
        #"FakeDepot.put("b"), has no error to fail with, but it throws StoreError only."#) == true)
  }

  @Test func limitsThatLeaveNothingToDoAreRefused() async {
    let message = await refusal {
      try await exploreFaults(limit: 2) { _ = try FakeDepot().load("") }
    }
    #expect(
      message?.hasSuffix(
        "cannot do with a limit of 2 runs. Write `limit:` with a number from 3.") == true)
    let noTime = await refusal {
      try await exploreFaults(deadline: .zero) { _ = try FakeDepot().load("") }
    }
    #expect(
      noTime?.hasSuffix("gives a run 0.0 seconds to end. Write `deadline:` with a time above zero.")
        == true)
  }

  @Test func theLimitIsReported() async throws {
    let (report, failures) = try await explored {
      try await exploreFaults(limit: 4) {
        let depot = FakeDepot()
        for key in ["a", "b", "c", "d", "e"] { _ = try? depot.load(key) }
      }
    }
    #expect(report.runs == 4)
    #expect(report.untried == 3)
    #expect(
      failures.map(\.text) == [
        """
        exploreFaults: 4 runs: 5 fallible calls, 2 runs with faults, 0 broken.
          3 faults not tried: see `limit:`.
        """
      ])
  }

  @Test func aRunPastItsDeadlineIsCancelledAndReported() async throws {
    let (report, failures) = try await explored {
      try await exploreFaults(deadline: .seconds(1)) {
        let depot = FakeDepot()
        let (stream, _) = AsyncStream<Void>.makeStream()
        do { _ = try depot.load("a") } catch { for await _ in stream {} }
        _ = try? depot.load("b")
      }
    }
    #expect(report.runs == 4)
    #expect(report.broken.count == 1)
    #expect(
      failures.map(\.text) == [
        """
        exploreFaults: 4 runs: 2 fallible calls, 2 runs with faults, 1 broken.
          with call 1, FakeDepot.load("a"), failing with InjectedFault:
            It did not end within 1 s, and was cancelled. No call of its fakes and no step waits: see \
        what else it awaits.
            never reached: FakeDepot.load("b")
        """
      ])
  }

  @Test func aRunThatDoesNotReactIsLeftBehind() async throws {
    let stuck = Captured<CheckedContinuation<Void, Never>?>(nil)
    let (report, failures) = try await explored {
      try await exploreFaults(deadline: .milliseconds(20)) {
        await withCheckedContinuation { stuck.value = $0 }
      }
    }
    stuck.value?.resume()
    #expect(report.runs == 1)
    #expect(
      failures.map(\.text) == [
        """
        exploreFaults: 1 run: 0 fallible calls, 0 runs with faults, 1 broken.
          without any fault:
            It did not end within 20 ms, nor when it was cancelled. No call of its fakes and no step \
        waits: see what else it awaits. It was left behind, and no further run was made.
        """
      ])
  }

  @Test func noFaultIsTriedAfterARunThatWasLeftBehind() async throws {
    let stuck = Captured<CheckedContinuation<Void, Never>?>(nil)
    let (report, failures) = try await explored {
      try await exploreFaults(deadline: .seconds(1)) {
        let depot = FakeDepot()
        let text = try? depot.load("a")
        if text == nil { await withCheckedContinuation { stuck.value = $0 } }
        _ = try? depot.load("b")
      }
    }
    stuck.value?.resume()
    #expect(report.runs == 3)
    #expect(report.untried == 1)
    #expect(failures[0].text.hasSuffix("\n  1 fault not tried: a run was left behind."))
  }

  @Test func aScenarioThatCallsForEverEnds() async throws {
    let (report, _) = try await explored {
      try await exploreFaults(deadline: .seconds(60)) {
        let depot = FakeDepot()
        depot.history = .countsOnly
        while (try? depot.load("a")) != nil {}
      }
    }
    #expect(report.runs == 1)
    #expect(report.broken.first?.failures == ["It made more than 10000 fallible calls."])
  }

  @Test func asManyCallsAsAreCountedAreNotTooMany() async throws {
    let (report, failures) = try await explored {
      try await exploreFaults(limit: 3, deadline: .seconds(60)) {
        let depot = FakeDepot()
        depot.history = .countsOnly
        depot.when(\.load) { $0 }
        for _ in 0..<10_000 { _ = try? depot.load("a") }
      }
    }
    #expect(report.calls.count == 10_000)
    #expect(report.broken.isEmpty)
    #expect(failures.map(\.text).joined().contains("9999 faults not tried"))
  }

  @Test func cancellingTheTestEndsTheExploration() async throws {
    let (started, start) = AsyncStream<Void>.makeStream()
    let storage = FakeStorage()
    let exploration = Task {
      try await exploreFaults {
        let (stream, _) = AsyncStream<Void>.makeStream()
        storage.when(\.get) { $0 }
        _ = try storage.get("a")
        start.finish()
        for await _ in stream {}
      }
    }
    for await _ in started {}
    exploration.cancel()
    await #expect(throws: CancellationError.self) { try await exploration.value }
    // A fake that outlives the run is watched no more.
    #expect(try storage.get("a") == "a")
  }
}
