import FakedTesting
import TestSupport
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

  @Test func theReportTellsWhatBrokeAndWhatWasNeverReached() async throws {
    let line = #line + 2
    let (_, failures) = try await explored {
      try await exploreFaults(failingWith: StoreError.full) {
        let depot = FakeDepot()
        let first = try? depot.load("a")
        let second = try? depot.load("b")
        do { _ = try depot.load("c") } catch { throw StoreError.locked }
        _ = try? depot.load("d")
        #expect(first == "a", "the first is there")
        #expect(second == "b")
        try depot.named("e")
      }
    }
    #expect(
      failures == [
        ReportedFailure(
          text: """
            exploreFaults: 7 runs: 5 fallible calls, 5 runs with faults, 3 broken.
              with call 1, FakeDepot.load("a"), failing with StoreError.full:
                Expectation failed: (first → nil) == "a", the first is there (ExploreFaultsReportTests.swift:\(line + 6))
              with call 2, FakeDepot.load("b"), failing with StoreError.full:
                Expectation failed: (second → nil) == "b" (ExploreFaultsReportTests.swift:\(line + 7))
              with call 3, FakeDepot.load("c"), failing with StoreError.full:
                It threw StoreError.locked.
                never reached: FakeDepot.load("d"), FakeDepot.named("e")
            """, line: line)
      ])
  }

  @Test func everyFailureButAKnownIssueIsThatOfItsRun() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        withKnownIssue { #expect(Bool(false)) }
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
    let starts = [
      "recorded (ExploreFaultsReportTests.swift:", "Expectation failed: (text → nil) != nil",
      "Expected 2 calls of FakeDepot.load; there was 1 call.",
      "Expected 1 call of FakeDepot.size; it was never called.",
      "No stub responds to FakeStorage.unwritten",
    ]
    #expect(failures.count == starts.count, "\(failures)")
    for (failure, start) in zip(failures, starts) { #expect(failure.hasPrefix(start)) }
  }

  @Test func anUnstubbedCallThatEndsTheRunIsToldOnce() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        if (try? FakeDepot().load("a")) == nil { _ = try FakeStorage().unwritten() }
      }
    }
    #expect(report.broken.map(\.failures.count) == [1])
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

  @Test func theLimitIsReported() async throws {
    let failures = try await Exploration.faults.failures(limit: 4) {
      let depot = FakeDepot()
      for key in ["a", "b", "c", "d", "e"] { _ = try? depot.load(key) }
    }
    #expect(
      failures == [
        """
        exploreFaults: 4 runs: 5 fallible calls, 2 runs with faults, 0 broken.
          3 faults not tried: see `limit:`.
        """
      ])
  }

  @Test func aScenarioThatFailsWithoutAFaultIsNotExplored() async throws {
    let runs = Captured(0)
    let failures = try await Exploration.faults.failures {
      runs.withValue { $0 += 1 }
      _ = try FakeDepot().load("a")
      throw StoreError.full
    }
    #expect(runs.value == 1)
    #expect(
      failures[0] == """
        exploreFaults: 1 run: 1 fallible call, 0 runs with faults, 1 broken.
          without any fault:
            It threw StoreError.full.
        """)
  }
}

extension FakeStorage {
  fileprivate func unwritten() throws -> Int { try handleCall(function: "unwritten") }
}
