import Faked
import TestSupport
import Testing

private enum Trouble: Error, Equatable { case offline, full }

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Int, Throws> = "load"
  let put: FunctionID<(String, Int) -> Int, ThrowsOnly<Trouble>> = "put"
  let fetch: FunctionID<(String) -> Int, AsyncThrows> = "fetch"
  let send = "send"
  func load(_ key: String) throws -> Int { try handleCall(\.load, key, default: -1) }
  func put(_ key: String, _ n: Int) throws(Trouble) -> Int { try handleCall(\.put, key, n) }
  func fetch(_ key: String) async throws -> Int {
    try await handleCall(\.fetch, key, default: -1)
  }
  func send(_ key: String) throws -> Int { try handleCall(\.send, params: key) }
  func sendAsync(_ key: String) async throws -> Int {
    try await handleAsyncCall(\.send, params: key)
  }
}

struct FaultTests {
  private let fake = Fake()

  /// What calls return, or nil where they throw.
  private func loads(_ count: Int, _ key: String = "a") -> [Int?] {
    (0..<count).map { _ in try? fake.load(key) }
  }

  @Test func everyThirdCallFailsAndTheOthersGoToTheDefault() {
    fake.when(\.load).failEvery(3, with: Trouble.offline)
    #expect(loads(7) == [-1, -1, nil, -1, -1, nil, -1])
    #expect(throws: Trouble.offline) {
      _ = loads(1)
      _ = try fake.load("a")
    }
  }

  @Test func theFirstCallsFailAndTheOthersGoToWhatWasStubbedBefore() {
    fake.when(\.load) { key in key.count }
    fake.when(\.load).failFirst(2, with: Trouble.offline)
    #expect(loads(5) == [nil, nil, 1, 1, 1])
  }

  @Test func faultsLieOverTheStepsOfTheirChainWhateverComesFirst() {
    fake.when(\.load).failFirst(2, with: Trouble.offline).thenReturn(1, 2)
    #expect(loads(5) == [nil, nil, 1, 2, 2])
    fake.when(\.load).thenReturn(3).failEvery(2, with: Trouble.offline).thenReturn(4)
    #expect(loads(6) == [3, nil, 4, nil, 4, nil])
  }

  @Test func faultsLieOverEachOther() {
    fake.when(\.load).thenReturn(1).failFirst(2, with: Trouble.offline)
      .failEvery(3, with: Trouble.full)
    let ends = (1...7).map { _ -> String in
      do {
        return "\(try fake.load("a"))"
      } catch {
        return "\(error)"
      }
    }
    #expect(ends == ["offline", "offline", "full", "1", "1", "full", "1"])
  }

  @Test func aLaterBehaviorWithoutAConditionEndsTheFaults() {
    fake.when(\.load).failEvery(1, with: Trouble.offline)
    #expect(loads(2) == [nil, nil])
    fake.when(\.load) { _ in 5 }
    #expect(loads(2) == [5, 5])
  }

  @Test func onlyCallsThatMeetTheConditionCount() {
    fake.when(\.load).thenReturn(0)
    fake.when(\.load, with: "b").failEvery(2, with: Trouble.offline)
    #expect(loads(3, "a") == [0, 0, 0])
    #expect(loads(1, "b") + loads(2, "a") + loads(1, "b") == [0, 0, 0, nil])
    fake.when(\.load).thenReturn(0)
    _ = fake.when(\.load).failFirst(1, with: Trouble.offline).where { $0 == "c" }
    #expect(loads(2, "a") + loads(2, "c") == [0, 0, nil, 0])
  }

  @Test func aConditionOfTheChainCoversItsStepsAndItsFaults() {
    fake.when(\.load, with: "b").failFirst(1, with: Trouble.offline).thenReturn(7)
    #expect(loads(2, "a") == [-1, -1])
    #expect(loads(3, "b") == [nil, 7, 7])
  }

  @Test func matchersCaptureACallOnce() async throws {
    let keys = Captured<[String]>([])
    fake.when(\.fetch, matching: .capture(into: keys)).thenReturn(1)
      .failEvery(2, with: Trouble.offline).delay(.zero, clock: ContinuousClock())
    for key in ["a", "b", "c"] { _ = try? await fake.fetch(key) }
    #expect(keys.value == ["a", "b", "c"])
  }

  @Test func typedErrorsAreCheckedByTheCompiler() throws {
    fake.when(\.put) { _, n throws(Trouble) in n }
    fake.when(\.put).failEvery(2, with: .full)
    #expect(try fake.put("a", 1) == 1)
    #expect(throws: Trouble.full) { try fake.put("a", 2) }
  }

  @Test func callsByNameFailToo() async throws {
    fake.when(\.send) { _, _ in 1 }
    fake.when(\.send).failFirst(1, with: Trouble.offline)
    #expect(throws: Trouble.offline) { try fake.send("a") }
    #expect(try fake.send("a") == 1)
    #expect(try await fake.sendAsync("a") == 1)
  }

  @Test func aSeedChoosesTheSameCalls() {
    func run(_ probability: Double, seed: UInt64) -> [Int?] {
      fake.when(\.load).thenReturn(1).failRandomly(probability, seed: seed, with: Trouble.offline)
      return loads(1_000)
    }
    let first = run(0.2, seed: 42)
    #expect(first == run(0.2, seed: 42))
    #expect(first != run(0.2, seed: 43))
    #expect((0..<16).filter { first[$0] == nil } == [1, 4], "on every platform")
    #expect((150...250).contains(first.count { $0 == nil }))
    #expect(run(0, seed: 1).allSatisfy { $0 == 1 })
    #expect(run(1, seed: 1).allSatisfy { $0 == nil })
  }

  @Test func aFaultThatNeverStruckIsUnused() throws {
    let scope = ProbedScope()
    try scope.run {
      let fake = Fake()
      fake.when(\.load).thenReturn(1).failEvery(3, with: Trouble.offline)
      _ = try fake.load("a")
      fake.when(\.put).thenReturn(1).failFirst(2, with: .full)
      fake.when(\.fetch).delay(.seconds(Int64.max), clock: ContinuousClock())
      fake.when(\.send).failEvery(.max, with: Trouble.offline)
    }
    #expect(
      scope.scope.end(isStrict: false).unused.map(\.unusedText) == [
        "Fake.load: no call was among these: calls 3, 6, 9, ….",
        "Fake.put: no call used this stub.",
        "Fake.fetch: no call was among these: calls to delay by \(Int64.max) s.",
        "Fake.send: no call was among these: one call in \(Int.max).",
      ])
  }

  @Test func anUnstubbedCallSaysWhyTheFaultLeftIt() throws {
    fake.when(\.send).failFirst(1, with: Trouble.offline)
    let line = #line - 1
    #expect(throws: Trouble.offline) { try fake.send("a") }
    let error = #expect(throws: FakedError.self) { try fake.send("b") }
    #expect(
      error?.message == """
        No stub answers Fake.send("b").
          the first call (FaultTests.swift:\(line)): this call is not one of them
          Write before the call: fake.when(\\.send, with: "b").thenReturn(…)
        """)
  }

  @Test func anUnstubbedCallTellsOfTheConditionAndTheDelay() async throws {
    fake.when(\.send, with: "a").failFirst(1, with: Trouble.offline)
    fake.when(\.send).delay(.zero, clock: ContinuousClock())
    let line = #line - 1
    await #expect(throws: Trouble.offline) { try await fake.sendAsync("a") }
    let error = await #expect(throws: FakedError.self) { try await fake.sendAsync("a") }
    #expect(
      error?.message == """
        No stub answers Fake.send("a").
          every call (FaultTests.swift:\(line)): delays the call, has no response
          the first call with ("a") (FaultTests.swift:\(line - 1)): this call is not one of them
          Write before the call: fake.when(\\.send, with: "a").thenReturn(…)
        """)
  }

  @Test(
    .tags(.process),
    arguments: [
      ("failEvery(0, with:) means no call. Write a number from 1; 1 is every call.", 0),
      ("failFirst(-1, with:) means no call. Write a number from 1, or leave it out.", 1),
      ("failRandomly(1.5, seed:with:) is no probability. Write one from 0 to 1.", 2),
      ("failRandomly(nan, seed:with:) is no probability. Write one from 0 to 1.", 3),
      ("delay(-1.0 seconds, clock:) lies in the past. Write a duration from 0.", 4),
    ])
  func badNumbersAreRefusedWithTheLine(_ text: String, _ way: Int) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [way] in
      let fake = Fake()
      switch way {
      case 0: fake.when(\.fetch).failEvery(0, with: Trouble.offline)
      case 1: fake.when(\.fetch).failFirst(-1, with: Trouble.offline)
      case 2: fake.when(\.fetch).failRandomly(1.5, seed: 1, with: Trouble.offline)
      case 3: fake.when(\.fetch).failRandomly(.nan, seed: 1, with: Trouble.offline)
      default: fake.when(\.fetch).delay(.seconds(-1), clock: ContinuousClock())
      }
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(error.contains("Fake.fetch at FaultTests.swift:"))
    #expect(error.contains(": " + text))
  }

  @Test func twoThreadsGetEveryThirdCallExactly() async {
    fake.when(\.load).thenReturn(1).failEvery(3, with: Trouble.offline)
    let fake = fake
    let failed = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<3_000).count { _ in (try? fake.load("a")) == nil } }
      }
      return await group.reduce(0, +)
    }
    #expect(failed == 4_000)
  }
}
