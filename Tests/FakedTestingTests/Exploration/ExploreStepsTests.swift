import Dispatch
import FakedTesting
import TestSupport
import Testing

/// Events of a scenario that take part in its orders, and cancellations of it.
struct ExploreStepsTests {
  @Test func aStepHappensBeforeBetweenAndAfterTheCalls() async throws {
    let seen = Captured<[String]>([])
    let report = try await exploreOrders {
      let depot = FakeDepot()
      let log = Captured("")
      async let fetching: Void = {
        for key in ["a", "b"] {
          let text = try await depot.fetch(key)
          log.withValue { $0 += text }
        }
      }()
      async let leaving: Void = step("user leaves") { log.withValue { $0 += "!" } }
      _ = try await (fetching, leaving)
      seen.withValue { $0.append(log.value) }
    }
    #expect(seen.value.sorted() == ["!ab", "a!b", "ab!"])
    #expect(report.orders[0].events.contains("user leaves"))
    #expect(report.isComplete)
  }

  @Test func aStepGivesWhatItsBodyGives() async throws {
    try await exploreOrders {
      async let number = step("count") { 7 }
      let found = await number
      #expect(found == 7)
      await #expect(throws: StoreError.full) {
        try await step("break") { () throws(StoreError) in throw .full }
      }
    }
  }

  @Test func aStepOfACancelledTaskHappensAllTheSame() async throws {
    let count = Captured(0)
    let report = try await exploreOrders {
      let task = Task { await step("late") { count.withValue { $0 += 1 } } }
      task.cancel()
      async let other: Void = step("other") {}
      await other
      await task.value
    }
    #expect(count.value == 2)
    #expect(report.orders.count == 2)
  }

  @Test func aStepOutsideOfAnExplorationIsAFailureAtItsLine() async {
    let line = #line + 1
    let found = await failures { await step("alone") {} }
    #expect(
      found == [
        ReportedFailure(
          text: """
            The step "alone" is outside of an exploration.
              Write it in the scenario of exploreOrders or exploreCancellations, on a task of that scenario.
            """, line: line)
      ])
  }

  @Test func aStepInARunWithFaultsHappensAtOnce() async throws {
    let report = try await exploreFaults {
      _ = try? FakeDepot().load("a")
      await step("next") {}
    }
    #expect(report.runs == 3)
  }

  @Test func aScenarioIsCancelledAtEveryPointAtWhichItWaits() async throws {
    let seen = Captured<[String]>([])
    let report = try await exploreCancellations {
      let depot = FakeDepot()
      var log = ""
      for key in ["a", "b", "c"] { if let text = try? await depot.fetch(key) { log += text } }
      seen.withValue { [log] in $0.append(log) }
    }
    #expect(seen.value == ["abc", "", "a", "ab"])
    #expect(report.isComplete)
    #expect(
      report.orders[2].events == [
        #"FakeDepot.fetch("a")"#, "(the scenario is cancelled)",
      ])
    #expect("\(report)" == "4 runs, 0 broken.")
  }

  @Test func whatACancelledScenarioThrowsIsJudged() async throws {
    try await exploreCancellations { _ = try await FakeDepot().fetch("a") }
    try await exploreCancellations {
      do { _ = try await FakeDepot().fetch("a") } catch { throw Wrapped(cause: error) }
    }
    let failures = try await Exploration.cancellations.failures {
      do { _ = try await FakeDepot().fetch("a") } catch { throw StoreError.full }
    }
    #expect(
      failures == [
        """
        exploreCancellations: 2 runs, 1 broken.
          run 2 of 2:
            > 1. (the scenario is cancelled)   (run 1, which passes, has FakeDepot.fetch("a") here)
            It threw StoreError.full.
        """
      ])
  }

  @Test func aCancelledScenarioLetsWhatCannotThrowGoOn() async throws {
    let report = try await exploreCancellations { try await FakeDepot().push("a") }
    #expect(
      report.orders[1].events == ["(the scenario is cancelled)", #"FakeDepot.push("a")"#])
  }

  @Test func aScenarioThatFailsByItselfIsNotCancelled() async throws {
    let failures = try await Exploration.cancellations.failures {
      _ = try await FakeDepot().fetch("a")
      throw StoreError.full
    }
    #expect(
      failures == [
        """
        exploreCancellations: 1 run, 1 broken.
          run 1 of 1:
              1. FakeDepot.fetch("a")
            It threw StoreError.full.
          more runs are left: the scenario fails as it is.
        """
      ])
  }

  @Test func aPointThatDoesNotComeAgainIsMissing() async throws {
    let cache = Captured<String?>(nil)
    let (report, failures) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        try await depot.push("ping")
        if cache.value == nil { cache.value = try await depot.fetch("a") }
      }
    }
    #expect(report.orders.count == 3)
    #expect(report.missing == [#"FakeDepot.fetch("a")"#])
    #expect(!report.isComplete)
    #expect(failures.first?.text.contains(#"FakeDepot.fetch("a") did not come."#) == true)
  }

  @Test func aLimitIsToldAndWhatCannotBeForeseenToo() async throws {
    let (report, failures) = try await explored {
      try await exploreCancellations(limit: 2) {
        let depot = FakeDepot()
        _ = try? await depot.fetch("a")
        await withCheckedContinuation { answer in
          DispatchQueue.global().async {
            _ = depot.size()
            answer.resume()
          }
        }
        _ = try? await depot.fetch("b")
      }
    }
    #expect(!report.isComplete)
    #expect(
      failures.map(\.text) == [
        """
        exploreCancellations: 2 runs, 0 broken.
          more runs are left: see `limit:`.
          something came from where it cannot be watched (a sleep, a timer, a callback): there may be \
        more orders.
        """
      ])
  }
}
