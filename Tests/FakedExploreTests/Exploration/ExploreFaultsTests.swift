import FakedExplore
import TestSupport
import Testing

struct ExploreFaultsTests {
  @Test func aScenarioWithoutCallsIsRefused() async {
    let message = await refusal { try await exploreFaults {} }
    #expect(message?.contains("found no call of a fake.") == true)
  }

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
    #expect(seen.value == ["", "load", "fetch", "named"])
    #expect(
      report.calls == [#"FakeDepot.load("a")"#, #"FakeDepot.fetch("b")"#, #"FakeDepot.named("c")"#])
    #expect(report.broken.isEmpty)
    #expect(
      "\(report)" == """
        4 runs, 3 with faults, 0 broken, all with at most 1 fault.
          5 events: 2 calls, 3 hops.
        """)
  }

  @Test func theDefaultErrorIsAnInjectedFault() async throws {
    let report = try await exploreFaults {
      do { _ = try FakeDepot().load("a") } catch {
        #expect(error is InjectedFault)
        throw error
      }
    }
    #expect(report.runs == 2)
    #expect(report.broken.isEmpty)
  }

  @Test func errorsOfAFunctionPrecedeTheDefaultError() async throws {
    let thrown = Captured<[StoreError?]>([])
    let report = try await exploreFaults(failingWith: StoreError.locked) {
      let depot = FakeDepot()
      depot.mayFail(\.put, with: .full, .locked)
      depot.mayFail(\.push, with: .full)
      depot.mayFail(\.named, with: StoreError.full)
      do {
        try depot.put("a")
        try await depot.push("b")
        try depot.named("c")
        _ = try depot.load("d")
        try FakeDepot().put("e")
      } catch {
        thrown.withValue { $0.append(error as? StoreError) }
        throw Wrapped(cause: Wrapped(cause: error))
      }
    }
    #expect(report.broken.isEmpty)
    #expect(thrown.value == [.full, .locked, .full, .full, .locked, .locked])
    #expect(report.runs == 7)
  }

  @Test func errorsThatAreNotEquatableAreComparedAsTexts() async throws {
    struct Plain: Error { let number: Int }
    let (report, _) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        depot.mayFail(\.load, with: Plain(number: 1), Plain(number: 2))
        do { _ = try depot.load("a") } catch { throw Plain(number: 1) }
      }
    }
    #expect(
      report.broken.map { $0.faults[0] } == [
        #"call 1, FakeDepot.load("a"), failing with Plain(number: 2)"#
      ])
  }

  @Test func aFakeFromOutsideIsIncludedIfItsErrorsAreNamed() async throws {
    let outside = Captured(FakeDepot())
    let report = try await exploreFaults {
      let depot = outside.value
      depot.mayFail(\.put, with: .full)
      try depot.handleCall(\.put, "a", default: ())
    }
    #expect(report.calls == [#"FakeDepot.put("a")"#])
  }

  @Test func aFaultAfterTheEffectRunsTheBehaviorFirst() async throws {
    let seen = Captured<[String]>([])
    let report = try await exploreFaults(kinds: [.beforeEffect, .afterEffect]) {
      let depot = FakeDepot()
      let done = Captured("")
      depot.when(\.load) { key in
        done.withValue { $0 += key }
        return key
      }
      depot.when(\.fetch) { key in
        await Task.yield()
        done.withValue { $0 += key }
        return key
      }
      let loaded = (try? depot.load("a")) ?? "-"
      let fetched = (try? await depot.fetch("b")) ?? "-"
      seen.withValue { $0.append("\(done.value) \(loaded)\(fetched)") }
    }
    #expect(seen.value == ["ab ab", "b -b", "ab -b", "a a-", "ab a-"])
    #expect(report.broken.isEmpty)
  }

  @Test func aScenarioThatFailsWithoutFaultsIsNotExplored() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        _ = try? FakeDepot().load("a")
        throw StoreError.full
      }
    }
    #expect(report.runs == 1)
    #expect(report.brokenCount == 1)
    #expect(!report.isExhaustive)
  }

  @Test func theLimitIsReported() async throws {
    let (report, _) = try await explored {
      try await exploreFaults(limit: 2) {
        let depot = FakeDepot()
        for name in ["a", "b", "c"] { _ = try? depot.load(name) }
      }
    }
    #expect(!report.isExhaustive)
    #expect(
      report.warnings == [
        "there are more than 2 runs. Raise `limit:`, set FAKED_ORDERS, or make the scenario smaller."
      ])
  }

  @Test func parallelExplorationsAreIndependent() async throws {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for count in 1...3 {
        group.addTask {
          try await exploreFaults {
            let depot = FakeDepot()
            for number in 0..<count {
              _ = try? await depot.fetch("\(number)")
              await Task.yield()
            }
            #expect(depot.invocationCount(of: \.fetch) == count)
          }.runs
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(counts == Set(2...4))
  }

  @MainActor @Test func theScenarioKeepsItsActor() async throws {
    var runs = 0
    try await exploreFaults {
      MainActor.assertIsolated()
      runs += 1
      _ = try? FakeDepot().load("a")
    }
    #expect(runs == 2)
  }

  @Test func aStreamCanFailPartway() async throws {
    let seen = Captured<[[Int]]>([])
    let report = try await exploreFaults {
      let feed = FakeFeed()
      feed.when(\.itemsID) {
        AsyncThrowingStream { continuation in
          continuation.yield(1)
          continuation.yield(2)
          continuation.finish()
        }
      }
      var items: [Int] = []
      do {
        for try await item in feed.items() { items.append(item) }
      } catch {}
      seen.withValue { [items] in $0.append(items) }
    }
    #expect(seen.value == [[1, 2], [], [1], [1, 2]])
    #expect(report.calls == ["FakeFeed.items()"])
  }

  @Test func aPairOfFaultsFindsMoreThanASingleFault() async throws {
    let scenario: @Sendable () async throws -> Void = {
      let depot = FakeDepot()
      let text = (try? depot.load("a")) ?? (try? depot.load("again"))
      #expect(text != nil)
    }
    #expect(try await exploreFaults(scenario).broken.isEmpty)
    let (report, failures) = try await explored { try await exploreFaults(faults: 2, scenario) }
    #expect(report.runs == 3)
    #expect(report.broken.first?.faultyCalls.map(\.number) == [1, 2])
    #expect(
      failures[0].text.withoutCallSites.contains(
        #"with call 1, FakeDepot.load("a"), failing with InjectedFault, and call 2, "#
          + #"FakeDepot.load("again"), failing with InjectedFault:"#))
  }

  @Test func theReportNamesTheCallsThatAFaultPrevents() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        depot.when(\.load).thenReturn("x")
        let first = try? depot.load("a")
        if first != nil { _ = try? depot.load("b") }
        _ = try? depot.load("c")
        _ = try? depot.load("at \(ContinuousClock.now)")
        #expect(first != nil)
      }
    }
    #expect("\(report)".hasSuffix("\n    never reached: FakeDepot.load(\"b\")"))
  }

  @Test func aRetryThatNeverFailedIsReported() async throws {
    let scenario: @Sendable () async throws -> Void = {
      let depot = FakeDepot()
      depot.when(\.load).thenReturn("x")
      for _ in 0..<2 where (try? depot.load("a")) != nil { return }
    }
    let (once, _) = try await explored { try await exploreFaults(scenario) }
    let retry =
      "after a fault, new calls were made that never failed: FakeDepot.load(\"a\"). Write `faults: 2`."
    #expect(once.warnings == [retry])
    let (twice, _) = try await explored { try await exploreFaults(faults: 2, scenario) }
    #expect(twice.isExhaustive)
  }

  @Test func faultsAfterABrokenRunAreNotClaimed() async throws {
    let (report, _) = try await explored {
      try await exploreFaults(faults: 2) {
        let depot = FakeDepot()
        depot.when(\.load).thenReturn("x")
        #expect((try? depot.load("a")) != nil)
        _ = try? depot.load("b")
      }
    }
    #expect("\(report)".contains("1 broken, stopped after a failure."))
    #expect(!report.isExhaustive)
  }

  @Test func theReportCountsRunsThatEndedByThrowing() async throws {
    let scenario = { @Sendable in
      let depot = FakeDepot()
      _ = try await depot.fetch("a")
      try? depot.named("b")
    }
    let faults = try await exploreFaults { try await scenario() }
    #expect(
      "\(faults)"
        == """
        3 runs, 2 with faults (1 ended by throwing), 0 broken, all with at most 1 fault.
          5 events: 2 calls, 3 hops.
        """)
    let cancellations = try await exploreCancellations {
      try await scenario()
      await untilIdle()
    }
    #expect(
      "\(cancellations)".hasPrefix(
        "7 runs, 6 with a cancellation (3 ended by throwing), 0 broken, all with at most 1 cancellation.\n"
      ), "\(cancellations)")
  }
}

private struct FakeFeed: Faked {
  let instanceId = FakeInstance()
  let itemsID: FunctionID<() -> AsyncThrowingStream<Int, any Error>, Returns> = "items()"
  func items() -> AsyncThrowingStream<Int, any Error> { handleCall(\.itemsID) }
}
