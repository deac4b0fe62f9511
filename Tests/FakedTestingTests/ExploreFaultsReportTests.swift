import FakedTesting
import Testing

/// What breaks a run, and how the report tells it.
struct ExploreFaultsReportTests {
  @Test(arguments: 3...4)
  func aRunWithItsCallsInAnotherOrderIsMadeAgain(other: Int) async throws {
    let runs = Captured(0)
    let failed = Captured<[String]>([])
    let report = try await exploreFaults {
      let depot = FakeDepot()
      runs.value += 1
      for key in runs.value == other ? ["b", "a"] : ["a", "b"] {
        if (try? depot.load(key)) == nil { failed.withValue { $0.append(key) } }
      }
    }
    #expect(report.runs == 4)
    #expect(runs.value == 5)
    #expect(Set(failed.value) == ["a", "b"])
  }

  @Test func whatBreaksInAnotherOrderIsNotLost() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        runs.value += 1
        let keys = runs.value == 3 ? ["b", "a"] : ["a", "b"]
        let failed = keys.filter { (try? depot.load($0)) == nil }
        #expect(runs.value != 3 || failed != ["b"])
      }
    }
    #expect(report.broken.map(\.faults[0].call) == [#"FakeDepot.load("b")"#])
  }

  @Test func noOtherCallFailsInsteadOfTheOneThatIsNamed() async throws {
    let runs = Captured(0)
    let message = await refusal {
      try await exploreFaults {
        let depot = FakeDepot()
        runs.value += 1
        for key in runs.value > 2 ? ["b", "a"] : ["a", "b"] { _ = try? depot.load(key) }
      }
    }
    #expect(
      message?.contains(
        #"call 1 was FakeDepot.load("a") in the first run, and FakeDepot.load("b") in the run with"#
      )
        == true)
    let report = try await exploreFaults {
      runs.value += 1
      _ = try? FakeDepot().load("\(runs.value)")
    }
    #expect(report.runs == 3)
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
            Expectation failed: (first → nil) == "a", the first is there (ExploreFaultsReportTests.swift:\(line))
          with call 2, FakeDepot.load("b"), failing with StoreError.full:
            Expectation failed: (second → nil) == "b" (ExploreFaultsReportTests.swift:\(line + 1))
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
    #expect(failures[0].hasPrefix("recorded (ExploreFaultsReportTests.swift:"))
    #expect(failures[1].hasPrefix("Expectation failed: (text → nil) != nil"))
    #expect(failures[2].hasPrefix("Expected 2 calls of FakeDepot.load; there was 1 call."))
    #expect(failures[3].hasPrefix("Expected 1 call of FakeDepot.size; it was never called."))
    #expect(failures[4].hasPrefix("No stub answers FakeStorage.unwritten()."))
  }

  @Test func anUnstubbedCallThatEndsTheRunIsToldOnce() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        if (try? FakeDepot().load("a")) == nil { _ = try FakeStorage().unwritten() }
      }
    }
    #expect(report.broken.map(\.failures.count) == [1])
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
}

extension FakeStorage {
  fileprivate func unwritten() throws -> Int { try handleCall(function: "unwritten") }
}
