import FakedTesting
import TestSupport
import Testing

/// How the report tells which orders broke.
struct ExploreOrdersReportTests {
  @Test func theReportNamesTheOrderAndWhatBroke() async throws {
    let line = #line + 2
    let (_, failures) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        let shown = Captured("")
        async let a: Void = { shown.value = try await depot.fetch("a") }()
        async let b: Void = { shown.value = try await depot.fetch("b") }()
        _ = try await (a, b)
        #expect(shown.value == "b")
      }
    }
    #expect(
      failures == [
        ReportedFailure(
          text: """
            exploreOrders: 2 orders, 1 broken.
              order 2 of 2:
                > 1. FakeDepot.fetch("b")   (order 1, which passes, has FakeDepot.fetch("a") here)
                  2. FakeDepot.fetch("a")
                Expectation failed: (shown.value → "a") == "b" (ExploreOrdersReportTests.swift:\(line + 6))
            """, line: line)
      ])
  }

  @Test func ordersThatBreakInOneWayAreToldTogether() async throws {
    let failures = try await Exploration.orders.failures {
      let ends = await fetchAll("abc")
      if ends.hasPrefix("c") { Issue.record("c was first") }
      if ends.hasPrefix("b") { throw StoreError.full }
    }
    let text = failures[0].replacing(/\(Explore.*\)/, with: "(here)")
    #expect(
      text == """
        exploreOrders: 6 orders, 4 broken.
          order 3 of 6:
            > 1. FakeDepot.fetch("b")   (order 1, which passes, has FakeDepot.fetch("a") here)
              2. FakeDepot.fetch("a")
              3. FakeDepot.fetch("c")
            It threw StoreError.full.
            the same in order 4
          order 5 of 6:
            > 1. FakeDepot.fetch("c")   (order 1, which passes, has FakeDepot.fetch("a") here)
              2. FakeDepot.fetch("a")
              3. FakeDepot.fetch("b")
            c was first (here)
            the same in order 6
        """)
  }

  @Test func aBeginningThatWasShownIsFolded() async throws {
    let failures = try await Exploration.orders.failures {
      let depot = FakeDepot()
      for key in ["a", "b"] { _ = try await depot.fetch(key) }
      let ends = await fetchAll("cd", of: depot)
      Issue.record("\(ends)")
    }
    #expect(
      failures[0].replacing(/\(Explore.*\)/, with: "(here)") == """
        exploreOrders: 2 orders, 2 broken.
          order 1 of 2:
              1. FakeDepot.fetch("a")
              2. FakeDepot.fetch("b")
              3. FakeDepot.fetch("c")
              4. FakeDepot.fetch("d")
            cd (here)
          order 2 of 2:
              1. to 2. as in order 1
              3. FakeDepot.fetch("d")
              4. FakeDepot.fetch("c")
            dc (here)
        """)
  }

  @Test func theChanceOfASampleIsThatOfItsPriorities() async throws {
    // A bug of two calls: "b" between the second and the third of another task.
    let found = Captured(0)
    for seed in 0..<200 as Range<UInt64> {
      let report = try await exploreOrders(limit: 1, seed: seed) {
        let depot = FakeDepot()
        let ends = Captured("")
        await withTaskGroup(of: Void.self) { group in
          for keys in ["123", "b"] {
            group.addTask {
              for key in keys {
                let text = try? await depot.fetch(String(key))
                ends.withValue { $0 += text ?? "" }
              }
            }
          }
        }
        if ends.value == "12b3" { found.value += 1 }
      }
      // Two tasks and four places; the first run is none of the sample.
      #expect(report.chance == 0.125)
    }
    // A quarter less than 25 is by chance; half of it would not be.
    #expect(found.value >= 19, "\(found.value) of 200")
    let small = try await exploreOrders(limit: 1) { await fetchAll("abcdefghijk") }
    #expect("\(small)".contains("with a chance of at least 1 in 121, 0 broken."), "\(small)")
    // The only run of the sample is longer than those before, and may have missed what they had not.
    let runs = Captured(0)
    let longer = try await exploreOrders(limit: 1) {
      runs.value += 1
      await fetchAll("ab")
      if runs.value > 1 { await fetchAll("c") }
    }
    #expect(longer.chance == 0)
    #expect("\(longer)".contains("with a chance of at least 0 %, 0 broken."), "\(longer)")
  }

  @Test func theLargestLimitRunsWhatThereIs() async throws {
    let atOnce = { @Sendable in _ = await fetchAll("abc") }
    let inTurn = { @Sendable in
      let depot = FakeDepot()
      for key in ["a", "b", "c"] {
        let text = try await depot.fetch(key)
        #expect(text == key)
      }
    }
    let runs = [
      try await Exploration.faults.run(limit: .max, inTurn),
      try await Exploration.orders.run(limit: .max, atOnce),
      try await Exploration.cancellations.run(limit: .max, atOnce),
      try await Exploration.results.run(limit: .max, inTurn),
    ]
    #expect(runs == [5, 6, 4, 4])
  }

  @Test(arguments: [(limit: 120, missing: "b"), (limit: 1, missing: "a")])
  func aLaterRunWithoutACallIsIncomplete(limit: Int, missing: String) async throws {
    let isCached = Captured(false)
    let (report, failures) = try await explored {
      try await exploreOrders(limit: limit) {
        if !isCached.value { await fetchAll("ab") }
        isCached.value = true
      }
    }
    #expect(report.missing == ["FakeDepot.fetch(\"\(missing)\")"])
    #expect(!report.isComplete)
    #expect(failures.count == 1)
  }

  @Test func whatFollowsTheEarlyEndOfALaterRunIsNotTried() async throws {
    let isCached = Captured(false)
    let (report, failures) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        await fetchAll("ab", of: depot)
        if !isCached.value { await fetchAll("cde", of: depot) }
        isCached.value = true
      }
    }
    #expect(report.missing == [#"FakeDepot.fetch("c")"#])
    #expect(!report.isComplete)
    #expect(report.orders.count == 3)
    #expect(failures.count == 1)
  }

  @Test func whatFollowsACallThatDoesNotComeIsNotTried() async throws {
    let runs = Captured(0)
    let (report, failures) = try await explored {
      try await exploreOrders(quiet: .milliseconds(1)) {
        runs.value += 1
        await fetchAll(runs.value == 2 ? "bcd" : "abcd")
      }
    }
    #expect(report.missing.first == #"FakeDepot.fetch("a")"#)
    #expect(!report.isComplete)
    // Two of the six orders that begin with that call, and all others.
    #expect(report.orders.count == 20)
    #expect(
      failures[0].text.contains(
        "  an order could not be run again: FakeDepot.fetch(\"a\") did not come. "
          + "Make all state in the closure."))
  }
}
