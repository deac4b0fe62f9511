import FakedTesting
import Testing

/// How the report tells which orders broke.
struct ExploreOrdersReportTests {
  @Test func theReportNamesTheOrderAndWhatBroke() async throws {
    let line = #line + 2
    let (report, failures) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        let shown = Captured("")
        async let a: Void = { shown.value = try await depot.fetch("a") }()
        async let b: Void = { shown.value = try await depot.fetch("b") }()
        _ = try await (a, b)
        #expect(shown.value == "b")
      }
    }
    #expect(report.broken.map(\.number) == [2])
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
    let (_, failures) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        let ends = Captured("")
        await withTaskGroup(of: Void.self) { group in
          for key in ["a", "b", "c"] {
            group.addTask {
              let text = try? await depot.fetch(key)
              ends.withValue { $0 += text ?? "" }
            }
          }
        }
        if ends.value.hasPrefix("c") { Issue.record("c was first") }
        if ends.value.hasPrefix("b") { throw StoreError.full }
      }
    }
    let text = failures[0].text.replacing(/\(Explore.*\)/, with: "(here)")
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

  @Test func anErrorBreaksTheOrder() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        depot.when(\.fetch) { _ in throw StoreError.full }
        _ = try await depot.fetch("a")
      }
    }
    #expect(report.broken.map(\.failures) == [["It threw StoreError.full."]])
  }

  @Test func aBeginningThatWasShownIsFolded() async throws {
    let (_, failures) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        for key in ["a", "b"] { _ = try await depot.fetch(key) }
        let ends = Captured("")
        async let c: Void = {
          let text = try await depot.fetch("c"); ends.withValue { $0 += text }
        }()
        async let d: Void = {
          let text = try await depot.fetch("d"); ends.withValue { $0 += text }
        }()
        _ = try await (c, d)
        Issue.record(Comment(rawValue: ends.value))
      }
    }
    #expect(
      failures[0].text.replacing(/\(Explore.*\)/, with: "(here)") == """
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

  @Test func aSampleFindsABugOfTwoCalls() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(limit: 60) {
        let depot = FakeDepot()
        let ends = Captured("")
        await withTaskGroup(of: Void.self) { group in
          for key in ["a", "b", "c", "d", "e", "f", "g"] {
            group.addTask {
              let text = try? await depot.fetch(key)
              ends.withValue { $0 += text ?? "" }
            }
          }
        }
        #expect(!ends.value.hasPrefix("g"))
      }
    }
    #expect(!report.broken.isEmpty)
    #expect(report.orders.count == 61)
    #expect(report.chance.map { (0.6...1).contains($0) } == true)
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
    let report = try await exploreOrders(limit: 10) {
      let depot = FakeDepot()
      await withTaskGroup(of: Void.self) { group in
        for key in 1...6 { group.addTask { _ = try? await depot.fetch("\(key)") } }
      }
    }
    let missedByOne: Double = 1 - 1 / 36
    let missed = (1...10).reduce(1.0) { missed, _ in missed * missedByOne }
    #expect(report.chance == 1 - missed)
    let small = try await exploreOrders(limit: 1) {
      let depot = FakeDepot()
      await withTaskGroup(of: Void.self) { group in
        for key in 1...11 { group.addTask { _ = try? await depot.fetch("\(key)") } }
      }
    }
    #expect("\(small)".contains("with a chance of at least 1 in 121, 0 broken."), "\(small)")
    // The only run of the sample is longer than those before, and may have missed what they had not.
    let runs = Captured(0)
    let longer = try await exploreOrders(limit: 1) {
      runs.value += 1
      let depot = FakeDepot()
      async let a = depot.fetch("a")
      async let b = depot.fetch("b")
      _ = try await (a, b)
      if runs.value > 1 { _ = try await depot.fetch("c") }
    }
    #expect(longer.chance == 0)
    #expect("\(longer)".contains("with a chance of at least 0 %, 0 broken."), "\(longer)")
  }

  @Test func theLargestLimitRunsWhatThereIs() async throws {
    let scenario: @Sendable () async throws -> Void = {
      let depot = FakeDepot()
      async let a = depot.fetch("a")
      async let b = depot.fetch("b")
      async let c = depot.fetch("c")
      let all = try await [a, b, c]
      #expect(all == ["a", "b", "c"])
    }
    #expect(try await exploreOrders(limit: .max, scenario).orders.count == 6)
    #expect(try await exploreCancellations(limit: .max, scenario).orders.count == 4)
    let inTurn: @Sendable () async throws -> Void = {
      let depot = FakeDepot()
      for key in ["a", "b", "c"] {
        let text = try await depot.fetch(key)
        #expect(text == key)
      }
    }
    #expect(try await exploreFaults(limit: .max, inTurn).runs == 5)
    #expect(try await exploreResults(limit: .max, inTurn).runs == 4)
  }
}
