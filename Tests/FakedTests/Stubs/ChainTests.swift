import Faked
import TestSupport
import Testing

struct ChainTests {
  private let store = FakeStore()

  private func loads(_ count: Int) throws -> [Int] {
    try (0..<count).map { _ in try store.load("abc") }
  }

  @Test func responsesAreUsedInOrderAndTheLastRepeats() throws {
    store.when(\.load).thenReturn(1, 2).thenThrow(StoreError.full).then { _, key in key.count }
    #expect(try loads(2) == [1, 2])
    #expect(throws: StoreError.full) { try store.load("a") }
    #expect(try loads(2) == [3, 3])
    store.when(\.load).thenReturn(1, times: 3).thenReturn(2, times: 2).thenReturn(3)
    #expect(try loads(7) == [1, 1, 1, 2, 2, 3, 3])
  }

  @Test func aBehaviorWithoutParametersReceivesTheCount() async {
    let (now, library) = (store.closure(\.now), FakeLibrary())
    store.when(\.now).then { count, _ in count }.thenReturn(7)
    #expect([now(), now()] == [1, 7])
    library.when(\.waitID).then { count, _ in
      await Task.yield()
      return count
    }
    #expect(await library.wait() == 1)
  }

  @Test func aWorkingDoubleFailsOnce() async throws {
    struct Disk: Faked {
      let instanceId = FakeInstance()
      let read: FunctionID<(String) -> Int, Throws> = "read"
      func read(_ key: String) throws -> Int { try handleCall(\.read, key, default: key.count) }
    }
    let disk = Disk()
    disk.when(\.read).thenThrow(StoreError.locked, times: 1)
    #expect(throws: StoreError.locked) { try disk.read("abc") }
    #expect(try (disk.read("abc"), disk.read("a")) == (3, 1))
  }

  @Test func callsAfterTheLastNumberedResponseReachOlderStubs() throws {
    store.when(\.load) { $0.count }
    store.when(\.load, with: "ab").thenReturn(7)
    store.when(\.load).thenReturn(1).thenThrow(StoreError.full, times: 2)
    #expect(try loads(1) == [1])
    for _ in 1...2 { #expect(throws: StoreError.full) { try store.load("abc") } }
    #expect(try store.load("ab") == 7)
    #expect(try loads(2) == [3, 3])
    store.when(\.load).thenReturn(5, times: 1)
    store.when(\.load, with: "abc").thenReturn(6, times: 1)
    #expect(try loads(3) == [6, 5, 3])
    store.resetStubs()
    store.when(\.load).thenReturn(5, times: 1)
    let line = #line - 1
    #expect(try loads(1) == [5])
    let error = #expect(throws: FakedError.self) { try store.load("a") }
    #expect(
      error?.message.contains(
        "\n  Stub for every call at ChainTests.swift:\(line): all of its responses were used\n")
        == true)
  }

  @Test func anUnconditionalStubReplacesAndRestartsTheCount() throws {
    store.when(\.load).then { count, _ in count }
    #expect(try loads(2) == [1, 2])
    store.when(\.load).then { count, _ in count * 100 }
    #expect(try loads(1) == [100])
    _ = store.when(\.load).then { count, _ in count * 1000 }.lenient
    #expect(try loads(1) == [1000])
    store.when(\.load).then { count, _ in count * 10 }
    #expect(try loads(1) == [10], "a stub that was changed is replaced, too")
    store.when(\.load, with: "x").then { count, _ in -count }
    #expect(try loads(1) == [20])
    #expect(try store.load("x") == -3)
    store.when(\.load).thenReturn(5)
    #expect(try store.load("x") == 5)
    #expect(store.invocationCount(of: \.load) == 8)
    store.resetStubs()
    #expect(throws: FakedError.self) { try store.load("") }
    store.when(\.now) { 1 }
    _ = store.handleCall(\.now)
    store.when(\.now).then { count, _ in count * 10 }
    #expect(store.handleCall(\.now) == 10, "without parameters it is as unconditional")
  }

  @Test func aChainWithoutAResponseFailsTheCall() throws {
    _ = store.when(\.load)
    let line = #line - 1
    let error = #expect(throws: FakedError.self) { try store.load("a") }
    #expect(
      error?.message == """
        No stub responds to FakeStore.load: the chain (ChainTests.swift:\(line)) has no response.
          Add a response: `.thenReturn(…)`, `.thenThrow(…)` or `.then { … }`.
        """)
  }
}
