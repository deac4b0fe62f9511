import FakedExplore
import TestSupport
import Testing

/// The rules that all explorations share, and explorations around `exploreOrders` and `exploreCancellations`.
struct ExploreNestedTests {
  /// Two calls whose order decides whether there is a third.
  @Sendable private func fetchTwo(_ log: Captured<[String]>? = nil) async throws {
    let depot = FakeDepot()
    let first = Captured<String?>(nil)
    let failed = Captured("")
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
            failed.withValue { $0 += key }
          }
        }
      }
    }
    log?.withValue { $0.append(failed.value) }
  }

  @Test func aFaultAffectsOneCallInAllOrders() async throws {
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
    #expect(report.runs == 4)
    #expect(log.value.map(Set.init) == [[""], ["a"], ["b"], ["", "b"]])
    #expect(report.broken.isEmpty, "\(report)")
  }

  @Test func innerRunsThatAllThrowReachNoExpectation() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        try await exploreOrders {
          let depot = FakeDepot()
          async let first = depot.fetch("a")
          async let second = depot.fetch("b")
          let text = try await first + second
          #expect(text == "ab")
        }
      }
    }
    #expect(
      "\(report)".hasPrefix(
        """
        3 runs: 2 fallible calls, 2 runs with faults (2 ended by throwing), 0 broken.
        """))
    #expect(report.warnings.map { $0.prefix(40) } == ["every run with a fault ended by throwing"])
    // An expectation after the inner exploration is reached.
    let outer = try await exploreFaults {
      let depot = FakeDepot()
      try await exploreOrders { _ = try await FakeDepot().fetch("a") }
      #expect(depot.size() == 1)
    }
    #expect("\(outer)".hasPrefix("2 runs: 1 fallible call, 1 run with faults, 0 broken."))
  }

  /// Waits forever otherwise: the run of the outer exploration uses the main actor for the inner one. Other
  /// explorations use it at the same time.
  @Test func aFaultIsTriedInAllOrdersOfTheMainActor() async throws {
    let report = try await exploreFaults {
      try await exploreOrders {
        let (depot, texts) = (FakeDepot(), Texts())
        async let first: Void = texts.add(try? await depot.fetch("a"))
        async let second: Void = texts.add(try? await depot.fetch("b"))
        _ = await (first, second)
        #expect(await texts.all.count == 2)
      }
    }
    #expect(report.runs == 3)
    #expect(report.broken.isEmpty, "\(report)")
  }

  @Test func anInjectedFaultThatEndsTheOrdersIsExpected() async throws {
    let report = try await exploreFaults(kinds: [.beforeEffect, .afterEffect], depth: 2) {
      try await exploreOrders {
        let depot = FakeDepot()
        // Two equal calls count separately.
        async let first = depot.fetch("a")
        async let second = depot.fetch("a")
        _ = try await (first, second)
      }
    }
    #expect(report.broken.isEmpty, "\(report)")
    // Each of the two calls fails in two ways, and both ways of the second follow each way of the first.
    #expect(report.runs == 9)
  }

  @Test func aFaultAffectsOneCallAtEveryCancellationPoint() async throws {
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
    #expect(log.value.map(\.count) == [0, 2, 0])
  }

  @Test func exemptFunctionsAreExcluded() async throws {
    let scenario = { @Sendable in
      let depot = FakeDepot()
      depot.exempt(\.load)
      depot.exempt(\.named)
      depot.exempt(\.push)
      _ = try depot.load("a")
      try depot.named("b")
      try await depot.push("c")
      let text = try await depot.fetch("d")
      #expect(text == "d")
    }
    let fetch = [#"FakeDepot.fetch("d")"#]
    #expect(try await exploreFaults(scenario).calls == fetch)
    #expect(try await exploreResults(scenario).calls == fetch)
  }

  @Test(arguments: Exploration.allCases)
  func runsReleaseTheirObjects(exploration: Exploration) async throws {
    let storage = FakeStorage()
    let lifetimes = Lifetimes()
    try await exploration.run {
      storage.mayReturn(\.send, Witness(lifetimes))
      storage.when(\.get) { $0 }
      try #require(storage.get("a") == "a")
      let fresh = FakeStorage()
      fresh.when(\.save) { [witness = Witness(lifetimes)] _ in _ = witness }
      try await fresh.save(User())
    }
    #expect(lifetimes.living == 0)
  }

  /// Would deadlock if the objects were released under the lock.
  @Test func replacedDeclarationsAreReleasedOutsideTheLock() async throws {
    let scenario = { @Sendable in
      let depot = FakeDepot()
      depot.mayFail(\.load, with: CallsAtItsEnd(depot))
      depot.mayFail(\.load, with: CallsAtItsEnd(nil))
      _ = try? depot.load("a")
      depot.verify(\.sizeID)
    }
    let faults = try await exploreFaults(scenario)
    #expect(faults.runs == 2)
    let (orders, _) = try await explored { try await exploreOrders(scenario) }
    #expect(orders.broken.isEmpty)
    let (results, _) = try await explored { try await exploreResults(scenario) }
    #expect(results.broken.isEmpty)
  }

  @Test func consecutiveExplorationsHaveSeparateCalls() async throws {
    let report = try await exploreFaults {
      let depot = FakeDepot()
      _ = try? depot.load("outside")
      for _ in 1...2 { try await exploreOrders { try await fetchTwo() } }
    }
    #expect(report.calls.count == 7)
    #expect(report.runs == 8)
  }

  // On other platforms, each report also names the work that the scheduler doesn't control.
  @Test(.enabled(if: TaskControl.isComplete)) func aResultIsReplacedInAllOrders() async throws {
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
    #expect(
      failures.map(\.text.withoutCallSites) == [
        """
        exploreResults: 4 runs: 2 results, 1 that no expectation checks.
          no expectation checks what FakeDepot.fetch("b") returns: the scenario still passes with "" or "other" \
        instead of "b"
        """
      ])
  }

  // On other platforms, each report also names the work that the scheduler doesn't control.
  @Test(.enabled(if: TaskControl.isComplete)) func aFaultThatBreaksOrdersIncludesTheirReport()
    async throws
  {
    let (report, failures) = try await explored {
      try await exploreFaults {
        try await exploreOrders {
          let ends = await fetchAll("ab")
          #expect(ends != "a")
        }
      }
    }
    #expect(report.broken.map { $0.faultyCalls[0].call } == [#"FakeDepot.fetch("b")"#])
    #expect(failures.count == 1)
    #expect(
      failures[0].text.withoutCallSites.hasPrefix(
        """
        exploreFaults: 3 runs: 2 fallible calls, 2 runs with faults, 1 broken.
          with call 2, FakeDepot.fetch("b"), failing with InjectedFault:
            exploreOrders:
        """), "\(failures[0].text)")
  }
}

@MainActor private final class Texts {
  private(set) var all: [String?] = []
  func add(_ text: String?) { all.append(text) }
}

/// An error whose deinitializer calls a fake.
private final class CallsAtItsEnd: Error {
  let depot: FakeDepot?
  init(_ depot: FakeDepot?) { self.depot = depot }
  deinit { _ = depot?.size() }
}
