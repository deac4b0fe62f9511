import FakedTesting
import Testing

/// Explorations around `exploreOrders` and `exploreCancellations`.
struct ExploreNestedTests {
  /// Two calls whose order decides whether there is a third.
  @Sendable private func fetchTwo(_ log: Captured<[String]>? = nil) async throws {
    let depot = FakeDepot()
    let first = Captured<String?>(nil)
    let failed = Captured<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      for key in ["a", "b"] {
        group.addTask {
          do {
            _ = try await depot.fetch(key)
            let isFirst = first.withValue { first in
              defer { first = first ?? key }
              return first == nil
            }
            if isFirst, key == "b" { _ = try await depot.fetch("late") }
          } catch {
            failed.withValue { $0.append("\(depot.calls(to: \.fetch).count) \(key)") }
          }
        }
      }
    }
    log?.withValue { $0.append(failed.value.map { String($0.suffix(1)) }.joined()) }
  }

  @Test func aFaultIsThatOfOneCallInAllOrders() async throws {
    let log = Captured<[[String]]>([])
    let report = try await exploreFaults {
      let failed = Captured<[String]>([])
      try await exploreOrders { try await fetchTwo(failed) }
      log.withValue { $0.append(failed.value) }
    }
    #expect(
      report.calls == [
        #"FakeDepot.fetch("a")"#, #"FakeDepot.fetch("b")"#, #"FakeDepot.fetch("late")"#,
      ])
    #expect(report.runs == 5)
    #expect(log.value.map(Set.init) == [[""], [""], ["a"], ["b"], ["", "b"]])
    #expect(report.broken.isEmpty, "\(report)")
  }

  @Test func anInjectedFaultThatEndsTheOrdersIsExpected() async throws {
    let report = try await exploreFaults(kinds: [.beforeEffect, .afterEffect], pairs: true) {
      try await exploreOrders {
        let depot = FakeDepot()
        // Equal calls are two calls.
        async let first = depot.fetch("a")
        async let second = depot.fetch("a")
        _ = try await (first, second)
      }
    }
    #expect(report.broken.isEmpty, "\(report)")
    // Each of two calls in two ways, and after each way of the first the second in both.
    #expect(report.faultyRuns.count == 8)
  }

  @Test func aFaultIsThatOfOneCallWhereverTheScenarioIsCancelled() async throws {
    let log = Captured<[[Bool]]>([])
    let report = try await exploreFaults {
      let failed = Captured<[Bool]>([])
      try await exploreCancellations {
        let depot = FakeDepot()
        depot.mayFail(\.push, with: .full)
        do { _ = try depot.load("a") } catch { failed.withValue { $0.append(true) } }
        try? await depot.push("b")
      }
      log.withValue { $0.append(failed.value) }
    }
    #expect(report.calls.count == 2)
    #expect(log.value.map(\.count) == [0, 0, 2, 0])
  }

  /// Waits for ever otherwise.
  @Test func whatADeclarationReplacesEndsOutsideOfTheLock() async throws {
    let scenario = { @Sendable in
      let depot = FakeDepot()
      depot.mayFail(\.load, with: CallsAtItsEnd(depot))
      depot.mayFail(\.load, with: CallsAtItsEnd(nil))
      _ = try? depot.load("a")
      depot.verify(\.sizeID)
    }
    let faults = try await exploreFaults(scenario)
    #expect(faults.runs == 3)
    let (orders, _) = try await explored { try await exploreOrders(scenario) }
    #expect(orders.broken.isEmpty)
    let (results, _) = try await explored { try await exploreResults(scenario) }
    #expect(results.failures.isEmpty)
  }

  @Test func explorationsOneAfterTheOtherHaveTheirOwnCalls() async throws {
    let report = try await exploreFaults {
      let depot = FakeDepot()
      _ = try? depot.load("outside")
      for _ in 1...2 { try await exploreOrders { try await fetchTwo() } }
    }
    #expect(report.calls.count == 7)
    #expect(report.runs == 9)
  }

  @Test func aResultIsAnotherInAllOrders() async throws {
    let (report, failures) = try await explored {
      try await exploreResults {
        try await exploreOrders {
          let depot = FakeDepot()
          async let a = depot.fetch("a")
          async let b = depot.fetch("b")
          let (first, _) = try await (a, b)
          #expect(first == "a")
        }
      }
    }
    #expect(report.calls == [#"FakeDepot.fetch("a")"#, #"FakeDepot.fetch("b")"#])
    #expect(report.runs == 4)
    #expect(
      failures.map(\.text) == [
        """
        exploreResults: 4 runs: 2 results, 1 that no expectation depends on.
          no expectation depends on what FakeDepot.fetch("b") returned: "" and "other" did as well as "b"
        """
      ])
  }

  @Test func aFaultThatBreaksTheOrdersTellsTheirReport() async throws {
    let line = #line + 3
    let (report, failures) = try await explored {
      try await exploreFaults {
        try await exploreOrders {
          let depot = FakeDepot()
          let shown = Captured("")
          async let a: Void? = try? { shown.value = try await depot.fetch("a") }()
          async let b: Void? = try? { shown.value = try await depot.fetch("b") }()
          _ = await (a, b)
          #expect(!shown.value.isEmpty)
          let ends = depot.calls(to: \.fetch).filter(\.succeeded)
          if ends.count == 1 { #expect(shown.value == "b") }
        }
      }
    }
    #expect(report.broken.map { $0.faults[0].call } == [#"FakeDepot.fetch("b")"#])
    #expect(failures.count == 1)
    #expect(
      failures[0].text.hasPrefix(
        """
        exploreFaults: 4 runs: 2 fallible calls, 2 runs with faults, 1 broken.
          with call 2, FakeDepot.fetch("b"), failing with InjectedFault:
            exploreOrders: 2 orders, 2 broken. (ExploreNestedTests.swift:\(line))
              order 1 of 2:
        """), "\(failures[0].text)")
  }

  @Test func explorationsThatDoNotGoTogetherAreRefused() async throws {
    let found = Captured<[String?]>([])
    let line = #line + 3
    _ = try await explored {
      try await exploreOrders {
        let faults = await refusal { try await exploreFaults { _ = try FakeDepot().load("") } }
        let results = await refusal { try await exploreResults { _ = FakeDepot().size() } }
        let orders = await refusal { try await exploreOrders { try await fetchTwo() } }
        let ends = await refusal { try await exploreCancellations { try await fetchTwo() } }
        found.value = [faults, results, orders, ends]
        try await fetchTwo()
      }
    }
    let names = ["exploreFaults", "exploreResults", "exploreOrders", "exploreCancellations"]
    for (place, name) in names.enumerated() {
      #expect(
        found.value[place] == """
          \(name) at ExploreNestedTests.swift:\(line + place) cannot run inside this exploration.
            Write exploreFaults or exploreResults around exploreOrders or exploreCancellations. Every other \
          nesting is refused.
          """)
    }
  }
}

/// An error whose end runs user code that calls a fake.
private final class CallsAtItsEnd: Error {
  let depot: FakeDepot?
  init(_ depot: FakeDepot?) { self.depot = depot }
  deinit { _ = depot?.size() }
}
