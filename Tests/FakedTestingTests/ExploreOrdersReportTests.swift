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
}
