import Faked
import TestSupport
import Testing

struct FaultTests {
  private let store = FakeStore()

  /// Returns the results of calls, with `nil` for calls that throw.
  private func loads(_ count: Int, _ key: String = "a") -> [Int?] {
    (0..<count).map { _ in try? store.handleCall(\.load, key, default: -1) }
  }

  @Test func faultsApplyToTheDefaultAndToStubsUntilTheNextRule() {
    store.when(\.load).failEvery(3, with: StoreError.full)
    #expect(loads(7) == [-1, -1, nil, -1, -1, nil, -1])
    store.when(\.load) { _ in 5 }
    #expect(loads(3) == [5, 5, 5])
    store.when(\.load).failFirst(2, with: StoreError.full)
    #expect(loads(5) == [nil, nil, 5, 5, 5])
  }

  @Test func faultsApplyToTheirChainAndToEachOther() {
    store.when(\.load).failFirst(2, with: StoreError.full).thenReturn(1, 2)
    #expect(loads(5) == [nil, nil, 1, 2, 2])
    store.when(\.load).thenReturn(3).failEvery(2, with: StoreError.full).thenReturn(4)
    #expect(loads(6) == [3, nil, 4, nil, 4, nil])
    store.when(\.load).thenReturn(1).failFirst(2, with: StoreError.full)
      .failEvery(3, with: StoreError.locked)
    let ends = (1...7).map { _ -> String in
      do {
        return "\(try store.load("a"))"
      } catch {
        return "\(error)"
      }
    }
    #expect(ends == ["full", "full", "locked", "1", "1", "locked", "1"])
  }

  @Test func onlyCallsThatMatchTheConditionCount() {
    store.when(\.load).thenReturn(0)
    store.when(\.load, with: "b").failEvery(2, with: StoreError.full)
    #expect(loads(3, "a") == [0, 0, 0])
    #expect(loads(1, "b") + loads(2, "a") + loads(1, "b") == [0, 0, 0, nil])
    store.when(\.load).thenReturn(0)
    _ = store.when(\.load).failFirst(1, with: StoreError.full).where { $0 == "c" }
    #expect(loads(2, "a") + loads(2, "c") == [0, 0, nil, 0])
    store.when(\.load, with: "d").failFirst(1, with: StoreError.full).thenReturn(7)
    #expect(loads(2, "a") + loads(3, "d") == [0, 0, nil, 7, 7])
  }

  @Test func matchersCaptureACallOnce() async throws {
    let keys = Captured<[String]>([])
    store.when(\.fetch, matching: .capture(into: keys)).thenReturn(1)
      .failEvery(2, with: StoreError.full).delay(.zero, clock: ContinuousClock())
    for key in ["a", "b", "c"] { _ = try? await store.fetch(key) }
    #expect(keys.value == ["a", "b", "c"])
  }

  @Test func faultsApplyToTypedErrorsAndCallsByName() async throws {
    store.when(\.put) { _, n throws(StoreError) in n }
    store.when(\.put).failEvery(2, with: .full)
    #expect(try store.put("a", 1) == 1)
    #expect(throws: StoreError.full) { try store.put("a", 2) }
    store.when(\.send) { _, _ in 1 }
    store.when(\.send).failFirst(1, with: StoreError.full)
    #expect(throws: StoreError.full) { try store.send("a") }
    #expect(try store.send("a") == 1)
    #expect(try await store.sendLater("a") == 1)
  }

  @Test func aFaultThatWasNeverInjectedIsUnused() throws {
    let scope = ProbedScope()
    try scope.run {
      let store = FakeStore()
      store.when(\.load).thenReturn(1).failEvery(3, with: StoreError.full)
      _ = try store.load("a")
      _ = store.when(\.load, with: "b").thenReturn(2).failFirst(1, with: StoreError.full)
      #expect(throws: StoreError.full) { try store.load("b") }
      store.when(\.put).thenReturn(1).failFirst(2, with: .full)
      store.when(\.fetch).delay(.seconds(Int64.max), clock: ContinuousClock())
      store.when(\.send).failEvery(.max, with: StoreError.full)
    }
    #expect(
      scope.scope.end(isStrict: false).summary.unused.map(\.unusedText) == [
        "FakeStore.load: no call got the fault for calls 3, 6, 9, ….",
        "FakeStore.put: no call used this stub.",
        "FakeStore.fetch: no call got the delay of \(Int64.max) s.",
        "FakeStore.send: no call got the fault for one call in \(Int.max).",
      ])
  }

  @Test func anUnstubbedCallNamesTheFaultItsConditionAndTheDelay() async throws {
    store.when(\.send, with: "a").failFirst(1, with: StoreError.full)
    store.when(\.send).delay(.zero, clock: ContinuousClock())
    let line = #line - 1
    await #expect(throws: StoreError.full) { try await store.sendLater("a") }
    let error = await #expect(throws: FakedError.self) { try await store.sendLater("a") }
    #expect(
      error?.message == """
        No stub responds to FakeStore.send("a").
          Stub for every call at FaultTests.swift:\(line): delays the call, but has no response
          Stub for the first call with ("a") at FaultTests.swift:\(line - 1): this call is not one of them
          Write before the call: fake.when(\\.send, with: "a").thenReturn(…)
        """)
  }

  @Test func aFaultForNoCallFailsNone() {
    let scope = ProbedScope()
    scope.run {
      let store = FakeStore()
      store.when(\.load).thenReturn(1)
      store.when(\.load).failFirst(0, with: StoreError.full)
      #expect((try? store.load("a")) == 1)
    }
    #expect(scope.scope.end(isStrict: true).summary.unused.isEmpty)
  }

  @Test func aValueForNoCallIsSkipped() {
    store.when(\.load).thenReturn(1, times: 0).thenReturn(2)
    #expect(loads(2) == [2, 2])
    store.when(\.load).thenReturn(3, times: 0)
    #expect(loads(1) == [2])
  }

  @Test(.tags(.process)) func invalidNumbersAreRefusedAtTheirLine() async throws {
    let every = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FakeStore().when(\.fetch).failEvery(0, with: StoreError.full)
    }
    let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FakeStore().when(\.fetch).failFirst(-1, with: StoreError.full)
    }
    let times = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FakeStore().when(\.fetch).thenReturn(1, times: -1)
    }
    let delay = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FakeStore().when(\.fetch).delay(.seconds(-1), clock: ContinuousClock())
    }
    let texts = [
      (every, "`failEvery(0, with:)` needs a number of at least 1, which means every call."),
      (first, "`failFirst(-1, with:)` has a negative count. Use a count of at least 0."),
      (times, "`thenReturn` has a negative count, `times: -1`. Use a count of at least 0."),
      (
        delay,
        "`delay(-1.0 seconds, clock:)` has a negative duration. Use a duration of at least 0."
      ),
    ]
    for (result, text) in texts {
      let error = result.errorText
      #expect(error.contains("FakeStore.fetch at FaultTests.swift:"))
      #expect(error.contains(": " + text))
    }
  }

  @Test func invalidNumbersFailTheTestOfAScope() {
    let scope = ProbedScope()
    scope.run {
      let store = FakeStore()
      store.when(\.load).failEvery(0, with: StoreError.full).failFirst(-1, with: StoreError.full)
        .thenReturn(1, times: -1).thenReturn(2)
      #expect((try? store.load("a")) == 2)
      _ = store.hold(\.fetch, atMost: .seconds(-1))
    }
    let texts = [
      "`failEvery(0, ", "`failFirst(-1, ", "`times: -1`", "`hold(atMost: -1.0 seconds)` has",
    ]
    #expect(scope.recorded.value.count == texts.count)
    for (failure, text) in zip(scope.recorded.value, texts) {
      #expect(failure.message.contains(text))
    }
  }

  @Test func everyThirdCallFailsAcrossThreads() async {
    store.when(\.load).thenReturn(1).failEvery(3, with: StoreError.full)
    let store = store
    let failed = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<3_000).count { _ in (try? store.load("a")) == nil } }
      }
      return await group.reduce(0, +)
    }
    #expect(failed == 4_000)
  }
}
