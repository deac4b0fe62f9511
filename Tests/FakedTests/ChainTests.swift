import Faked
import TestSupport
import Testing

private enum StoreError: Error, Equatable { case full, locked }

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> Int, Throws> = "load"
  let put: FunctionID<(String, Int) -> Int, ThrowsOnly<StoreError>> = "put"
  let nowID: FunctionID<() -> Int, Returns> = "now"
  let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  let isOK: FunctionID<(Int) -> Bool, Returns> = "isOK"
  let send = "send"

  func load(_ key: String) throws -> Int { try handleCall(\.load, key) }
  func put(_ key: String, _ n: Int) throws(StoreError) -> Int { try handleCall(\.put, key, n) }
  func now() -> Int { handleCall(\.nowID) }
  func save(_ key: String) async throws { try await handleCall(\.save, key) }
  func isOK(_ n: Int) -> Bool { handleCall(\.isOK, n) }
  func send(_ a: Any?, _ b: Any?) throws -> Int { try handleCall(\.send, params: a, b) }
  func sendNothing() throws { try handleCall(\.send) }
}

struct ChainTests {
  private let fake = Fake()

  @Test func responsesComeInOrderAndTheLastRepeats() throws {
    fake.when(\.load).thenReturn(1, 2).thenThrow(StoreError.full).then { _, key in key.count }
    #expect(try fake.load("a") == 1)
    #expect(try fake.load("a") == 2)
    #expect(throws: StoreError.full) { try fake.load("a") }
    #expect(try fake.load("abc") == 3)
    #expect(try fake.load("abcd") == 4)
  }

  @Test func aCallThatIsOneTooManyFails() throws {
    fake.when(\.load).thenReturn(0)
    fake.when(\.load, with: "a").thenReturn(1).thenFail()
    let line = #line - 1
    #expect(try fake.load("b") + fake.load("a") == 1)
    let error = #expect(throws: FakedError.self) { try fake.load("a") }
    #expect(
      error?.message == """
        Fake.load was called, but its stub (ChainTests.swift:\(line)) says `thenFail()` for this call.
          Make fewer calls, or add a response before `thenFail()`.
        """)
  }

  @Test func aChainCanGoOnAfterCalls() throws {
    let chain = fake.when(\.load)
    chain.thenReturn(1)
    #expect(try fake.load("") == 1)
    #expect(try fake.load("") == 1)
    chain.thenReturn(2)
    #expect(try fake.load("") == 2)
    chain.thenReturn(3)
    #expect(try fake.load("") == 3)
  }

  @Test func aStepCanRepeat() throws {
    fake.when(\.load).thenReturn(1, times: 3).thenReturn(2, times: 2).thenReturn(3)
    #expect(try (1...7).map { _ in try fake.load("") } == [1, 1, 1, 2, 2, 3, 3])
  }

  @Test func aCallTooManyFailsTheTestThoughItsErrorIsSwallowed() throws {
    let scope = ProbedScope()
    scope.run {
      let fake = Fake()
      fake.when(\.load).thenReturn(1).thenFail()
      for key in ["a", "b"] { _ = try? fake.load(key) }
    }
    let line = #line - 3
    #expect(
      scope.end().map(\.message) == [
        """
        Fake.load was called, but its stub (ChainTests.swift:\(line)) says `thenFail()` for this call.
          Make fewer calls, or add a response before `thenFail()`.
        """
      ])
  }

  @Test func voidStepsNeedNoValue() async throws {
    fake.when(\.save).thenReturn().thenThrow(StoreError.locked)
    try await fake.save("a")
    await #expect(throws: StoreError.locked) { try await fake.save("a") }
  }

  @Test func aResponseMayTakeTheCountAndSuspend() async throws {
    fake.when(\.nowID).then { invocationCount, _ in invocationCount * 10 }
    #expect(fake.now() == 10)
    #expect(fake.now() == 20)
    let saved = Captured<[String]>([])
    fake.when(\.save).then { _, key in
      await Task.yield()
      saved.withValue { $0.append(key) }
    }
    try await fake.save("x")
    #expect(saved.value == ["x"])
  }

  @Test func typedThrowsStayTyped() {
    fake.when(\.put).thenReturn(1).thenThrow(.locked)
    #expect(throws: Never.self) { try fake.put("a", 1) }
    do throws(StoreError) {
      _ = try fake.put("a", 1)
      Issue.record("should throw")
    } catch {
      #expect(error == .locked)
    }
    fake.when(\.put) { key, n throws(StoreError) in
      if n > 1 { throw .full }
      return n
    }
    #expect(throws: StoreError.full) { try fake.put("a", 2) }
  }

  @Test func boolFunctionsAreNotAmbiguous() {
    fake.when(\.isOK) { $0 > 3 }
    #expect(fake.isOK(4))
    #expect(!fake.isOK(3))
    fake.when(\.isOK).where { $0 == 3 }.thenReturn(true)
    #expect(fake.isOK(3))
    #expect(!fake.isOK(2))
  }

  @Test func anUnconditionalStubReplacesAndRestartsTheCount() throws {
    fake.when(\.load).then { count, _ in count }
    #expect(try fake.load("") == 1)
    #expect(try fake.load("") == 2)
    fake.when(\.load).then { count, _ in count * 100 }
    #expect(try fake.load("") == 100)
    fake.when(\.load).then { count, _ in count * 1000 }
    #expect(try fake.load("") == 1000)
    fake.when(\.load, with: "x").then { count, _ in -count }
    #expect(try fake.load("") == 2000)
    #expect(try fake.load("x") == -3)
    #expect(fake.invocationCount(of: \.load) == 6)
  }

  @Test func aStubThatWasChangedIsReplacedToo() throws {
    _ = fake.when(\.load).thenReturn(1).lenient
    fake.when(\.load).thenReturn(2)
    #expect(try fake.load("") == 2)
    fake.resetBehaviors()
    #expect(throws: FakedError.self) { try fake.load("") }
  }

  @Test func aChainOfAFunctionWithoutParametersIsUnconditional() {
    fake.when(\.nowID) { 1 }
    _ = fake.now()
    fake.when(\.nowID).then { count, _ in count * 10 }
    #expect(fake.now() == 10)
  }

  @Test func stubbingAChainAgainIsAtomic() async throws {
    let fake = fake
    fake.when(\.nowID).thenReturn(1)
    fake.when(\.load).thenReturn(1, 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<2_000 {
          fake.when(\.nowID).thenReturn(1)
          fake.when(\.load).thenReturn(1, 2)
        }
      }
      for _ in 0..<4_000 {
        _ = fake.now()
        _ = try fake.load("a")
      }
      try await group.waitForAll()
    }
    #expect(fake.invocationCount(of: \.nowID) == 4_000)
  }

  @Test func chainsWorkForStringIDs() throws {
    fake.when(\.send).thenReturn(1, 2).thenThrow(StoreError.full).then { _, params in params.count }
    #expect(try fake.send("a", nil) == 1)
    #expect(try fake.send("a", nil) == 2)
    #expect(throws: StoreError.full) { try fake.send("a", nil) }
    #expect(try fake.send("a", nil) == 2)
    fake.when("send").thenReturn()
    try fake.sendNothing()
    fake.when(\.send).then { count, params in
      let first: String = try params[0].unwrap()
      return first.count + count
    }
    #expect(try fake.send("abc", nil) == 4)
  }

  @Test func aChainWithoutAResponseFailsTheCall() throws {
    _ = fake.when(\.load)
    let line = #line - 1
    let error = #expect(throws: FakedError.self) { try fake.load("a") }
    #expect(
      error?.message == """
        No stub answers Fake.load: the chain (ChainTests.swift:\(line)) has no response.
          Say what the call does: `.thenReturn(…)`, `.thenThrow(…)` or `.then { … }`.
        """)
  }

  @Test(.tags(.process)) func zeroTimesIsRefusedWithItsLine() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Fake().when(\.load).thenReturn(1, times: 0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Fake.load at ChainTests.swift:"))
    #expect(
      text.contains(
        "thenReturn(_:times: 0) returns nothing. Write a number from 1, or no response."))
  }
}
