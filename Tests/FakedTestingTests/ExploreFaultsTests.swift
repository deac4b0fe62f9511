import FakedTesting
import Testing

struct ExploreFaultsTests {
  @Test func everyCallThatCanFailFailsOnce() async throws {
    let seen = Captured<[String]>([])
    let report = try await exploreFaults {
      let depot = FakeDepot()
      var failed: [String] = []
      do { _ = try depot.load("a") } catch { failed.append("load") }
      _ = depot.size()
      do { _ = try await depot.fetch("b") } catch { failed.append("fetch") }
      do { try depot.named("c") } catch { failed.append("named") }
      seen.withValue { $0.append(failed.joined()) }
    }
    #expect(seen.value == ["", "", "load", "fetch", "named"])
    #expect(
      report.calls == [#"FakeDepot.load("a")"#, #"FakeDepot.fetch("b")"#, #"FakeDepot.named("c")"#])
    #expect(report.runs == 5)
    #expect(report.faultyRuns.map(\.faults.count) == [1, 1, 1])
    #expect(report.faultyRuns.map { $0.faults[0].number } == [1, 2, 3])
    #expect(report.broken.isEmpty)
    #expect("\(report)" == "5 runs: 3 fallible calls, 3 runs with faults, 0 broken.")
  }

  @Test func aCallFailsWithAnErrorThatNamesItWhereTheTestGivesNone() async throws {
    let thrown = Captured<[InjectedFault?]>([])
    try await exploreFaults {
      do {
        _ = try FakeDepot().load("a")
        thrown.withValue { $0.append(nil) }
      } catch {
        thrown.withValue { $0.append(error as? InjectedFault) }
        throw error
      }
    }
    #expect(thrown.value.count == 3)
    #expect(thrown.value.last??.number == 1)
    #expect(thrown.value.last??.call == #"FakeDepot.load("a")"#)
  }

  @Test func theErrorOfAllCallsIsThatOfTheTest() async throws {
    let thrown = Captured<[StoreError]>([])
    try await exploreFaults(failingWith: StoreError.locked) {
      let depot = FakeDepot()
      do {
        _ = try depot.load("a")
        try depot.put("b")
      } catch let error as StoreError {
        thrown.withValue { $0.append(error) }
      }
    }
    #expect(thrown.value == [.locked, .locked])
  }

  @Test func theScenarioNamesErrorsForEachFunction() async throws {
    let thrown = Captured<[String]>([])
    let report = try await exploreFaults(failingWith: Wrapped(cause: StoreError.full)) {
      let depot = FakeDepot()
      depot.mayFail(\.put, with: .full, .locked)
      depot.mayFail(\.push, with: .locked)
      depot.mayFail(\.named, with: StoreError.full)
      do {
        try depot.put("a")
        try await depot.push("b")
        try depot.named("c")
        _ = try depot.load("d")
      } catch {
        thrown.withValue { $0.append(error is Wrapped ? "wrapped" : "\(error)") }
        throw error
      }
    }
    #expect(report.broken.isEmpty)
    #expect(thrown.value == ["full", "locked", "locked", "full", "wrapped"])
    #expect(report.faultyRuns.map { $0.faults[0].number } == [1, 1, 2, 3, 4])
    #expect(report.faultyRuns.last?.faults.first?.error is Wrapped)
  }

  @Test func theInjectedErrorMayComeOutBareOrCarriedByAnother() async throws {
    try await exploreFaults {
      let depot = FakeDepot()
      _ = try depot.load("a")
      do { _ = try depot.load("b") } catch { throw Wrapped(cause: Wrapped(cause: error)) }
    }
  }

  @Test func anotherErrorBreaksTheRun() async throws {
    let line = #line + 2
    let (report, failures) = try await explored {
      try await exploreFaults {
        guard (try? FakeDepot().load("a")) != nil else { throw StoreError.full }
      }
    }
    #expect(report.broken.count == 1)
    #expect(
      failures == [
        ReportedFailure(
          text: """
            exploreFaults: 3 runs: 1 fallible call, 1 run with faults, 1 broken.
              with call 1, FakeDepot.load("a"), failing with InjectedFault:
                It threw StoreError.full.
            """, line: line)
      ])
  }

  @Test func anExpectationThatFailsIsThatOfItsRun() async throws {
    let line = #line + 7
    let (report, failures) = try await explored {
      try await exploreFaults(failingWith: StoreError.full) {
        let depot = FakeDepot()
        let first = try? depot.load("a")
        let second = try? depot.load("b")
        _ = try? depot.load("c")
        #expect(first == "a", "the first is there")
        #expect(second == "b")
      }
    }
    #expect(report.broken.map { $0.faults[0].number } == [1, 2])
    #expect(
      failures.map(\.text) == [
        """
        exploreFaults: 5 runs: 3 fallible calls, 3 runs with faults, 2 broken.
          with call 1, FakeDepot.load("a"), failing with StoreError.full:
            Expectation failed: (first → nil) == "a", the first is there (ExploreFaultsTests.swift:\(line))
          with call 2, FakeDepot.load("b"), failing with StoreError.full:
            Expectation failed: (second → nil) == "b" (ExploreFaultsTests.swift:\(line + 1))
        """
      ])
  }

  @Test func everyKindOfFailureIsThatOfItsRun() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        let text = try? depot.load("a")
        if text == nil {
          Issue.record("recorded")
          depot.verify(\.load, called: 2)
          await Task.detached { depot.verify(\.sizeID) }.value
          _ = try? FakeStorage().unwritten()
        }
        try #require(text != nil)
      }
    }
    let failures = try #require(report.broken.first?.failures)
    #expect(failures.count == 5, "\(failures)")
    #expect(failures[0].hasPrefix("recorded (ExploreFaultsTests.swift:"))
    #expect(failures[1].hasPrefix("Expectation failed: (text → nil) != nil"))
    #expect(failures[2].hasPrefix("FakeDepot.load was called 1 time, but was expected 2 times."))
    #expect(failures[3].hasPrefix("FakeDepot.size was never called, but was expected 1 time."))
    #expect(failures[4].contains("nothing was taught for it."))
  }

  @Test func knownIssuesAndWarningsBreakNothing() async throws {
    let report = try await exploreFaults {
      _ = try? FakeDepot().load("a")
      withKnownIssue { #expect(Bool(false)) }
    }
    #expect(report.broken.isEmpty)
  }

  @Test func callsThatWereNeverReachedAreTold() async throws {
    let (report, failures) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        _ = try depot.load("a")
        try depot.named("b")
        do { _ = try depot.load("c") } catch { throw StoreError.full }
      }
    }
    #expect(
      report.faultyRuns.map(\.unreached) == [
        [#"FakeDepot.named("b")"#, #"FakeDepot.load("c")"#], [#"FakeDepot.load("c")"#], [],
      ])
    #expect(failures.count == 1)
    let (_, texts) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        do { _ = try depot.load("a") } catch { throw StoreError.full }
        try? depot.named("b")
      }
    }
    #expect(texts[0].text.hasSuffix("\n    never reached: FakeDepot.named(\"b\")"))
  }

  @Test func aPairOfFaultsFindsWhatOneDoesNot() async throws {
    let scenario: @Sendable () async throws -> Void = {
      let depot = FakeDepot()
      let text = (try? depot.load("a")) ?? (try? depot.load("again"))
      #expect(text != nil)
    }
    #expect(try await exploreFaults(scenario).broken.isEmpty)
    let (report, failures) = try await explored { try await exploreFaults(pairs: true, scenario) }
    #expect(report.runs == 4)
    #expect(report.broken.first?.faults.map(\.number) == [1, 2])
    #expect(
      failures[0].text.contains(
        #"with call 1, FakeDepot.load("a"), failing with InjectedFault, and call 2, "#
          + #"FakeDepot.load("again"), failing with InjectedFault:"#))
  }

  @Test func noMoreThanTwentyBrokenRunsAreListed() async throws {
    let (report, failures) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        for number in 1...22 {
          do { _ = try depot.load("\(number)") } catch { throw StoreError.full }
        }
      }
    }
    #expect(report.broken.count == 22)
    let lines = failures[0].text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("  with call ") }.count == 20)
    #expect(lines.last == "  … and 2 more broken runs")
  }

  @Test func aScenarioThatFailsWithoutAFaultIsNotExplored() async throws {
    let runs = Captured(0)
    let (report, failures) = try await explored {
      try await exploreFaults {
        runs.withValue { $0 += 1 }
        _ = try FakeDepot().load("a")
        throw StoreError.full
      }
    }
    #expect(runs.value == 1)
    #expect(report.runs == 1)
    #expect(
      failures[0].text == """
        exploreFaults: 1 run: 1 fallible call, 0 runs with faults, 1 broken.
          without any fault:
            It threw StoreError.full.
        """)
  }

  @Test func theFakesOfAScopeWithinARunBelongToTheRun() async throws {
    let report = try await exploreFaults {
      withFakedScope(.lenient) { _ = try? FakeDepot().load("a") }
    }
    #expect(report.calls.count == 1)
  }

  @Test func explorationsInParallelDoNotSeeEachOther() async throws {
    let counts = await withTaskGroup(of: Int?.self) { group in
      for count in 1...20 {
        group.addTask {
          let report = try? await exploreFaults {
            let depot = FakeDepot()
            for number in 0..<count {
              _ = try? await depot.fetch("\(number)")
              await Task.yield()
            }
            #expect(depot.invocationCount(of: \.fetch) == count)
          }
          return report?.runs
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(counts) == Set(3...22))
  }

  @Test func theScenarioRunsOnTheActorItWasWrittenOn() async throws {
    try await onTheMainActor()
  }

  @MainActor private func onTheMainActor() async throws {
    var runs = 0
    try await exploreFaults {
      MainActor.assertIsolated()
      runs += 1
      _ = try? FakeDepot().load("a")
    }
    #expect(runs == 3)
  }

  @Test func aFakeThatOutlivesItsRunIsWatchedNoMore() async throws {
    let storage = FakeStorage()
    try await exploreFaults {
      storage.when(\.get) { $0 }
      _ = try? storage.get("a")
      #expect(storage.instanceId.functions.withLock { $0.waiters != nil })
    }
    #expect(storage.instanceId.functions.withLock { $0.waiters == nil })
    storage.when(\.get) { $0 }
    #expect(try storage.get("a") == "a")
  }

  @Test func nothingOfARunStays() async throws {
    weak var last: FakeInstance?
    try await exploreFaults {
      let depot = FakeDepot()
      depot.mayFail(\.load, with: StoreError.full)
      last = depot.instanceId
      _ = try? depot.load("a")
    }
    #expect(last == nil)
  }
}

extension FakeStorage {
  fileprivate func unwritten() throws -> Int { try handleCall("unwritten") }
}
