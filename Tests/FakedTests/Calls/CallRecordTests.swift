import Faked
import TestSupport
import Testing

struct CallRecordTests {
  private let store = FakeStore()

  @Test func aRecordHasTypedArgumentsAndTheOutcome() throws {
    store.when(\.put) { key, n throws(StoreError) in
      if n == 0 { throw .full }
      return key.count + n
    }
    let line = #line - 4
    _ = try store.put("a", 1)
    #expect(throws: StoreError.full) { try store.put("b", 0) }
    let calls = store.calls(to: \.put)
    #expect(calls.map(\.arguments.0) == ["a", "b"])
    #expect(calls.map(\.arguments.1) == [1, 0])
    #expect(calls.map(\.value) == [2, nil])
    #expect(calls[1].error as? StoreError == .full)
    let stub = "CallRecordTests.swift:\(line)"
    #expect(calls.map(\.stub) == [stub, stub])
    #expect(try #require(calls[0].duration) >= .zero)
    #expect(!calls[0].wasCancelled)
    _ = try store.put("c", 3)
    #expect(calls.count == 2, "a snapshot stays as it was")
  }

  @Test func aRunningCallIsPendingAndACanceledCallIsMarked() async throws {
    let (started, begin) = AsyncStream<Void>.makeStream()
    let store = store
    store.when(\.wait) { n in
      begin.finish()
      while !Task.isCancelled { await Task.yield() }
      return n
    }
    let task = Task { await store.wait(1) }
    for await _ in started {}
    let pending = try #require(store.calls(to: \.wait).first)
    guard case .pending = pending.outcome else {
      Issue.record("\(pending)")
      return
    }
    #expect(pending.duration == nil)
    task.cancel()
    _ = await task.value
    let ended = try #require(store.calls(to: \.wait).first)
    #expect(ended.value == 1)
    #expect(ended.duration != nil)
    #expect(ended.wasCancelled)
  }

  @Test func allCallsAreInOrder() throws {
    store.when(\.load) { key in key.count }
    store.when(\.send) { _, _ in 2 }
    _ = try store.send(1)
    _ = try store.load("a")
    _ = store.handleCall(\.now, default: 1)
    _ = try store.send(3, 4)
    let all = store.allCalls
    #expect(all.map(\.function) == ["send", "load", "now", "send"])
    #expect(all.map(\.arguments.count) == [1, 1, 0, 2])
    #expect(all.map { $0.value as? Int } == [2, 1, 1, 2])
    #expect(all[1].arguments[0] as? String == "a")
    #expect(all[2].stub == nil)
  }

  @Test func resettingCallsAndBehaviorsIsIndependent() throws {
    store.when(\.load).then { count, _ in count }
    store.when(\.send) { _, _ in 0 }
    _ = try store.load("a")
    _ = try store.send(1)
    store.resetCalls(of: \.load)
    #expect(store.invocationCount(of: \.load) == 0)
    #expect(store.calls(to: \.load).isEmpty)
    #expect(store.invocationCount(of: \.send) == 1)
    #expect(try store.load("a") == 2)
    store.resetStubs(of: \.send)
    #expect(throws: FakedError.self) { try store.send(2) }
    #expect(store.invocationCount(of: \.send) == 2)
    store.resetCalls()
    #expect(store.allCalls.isEmpty)
    #expect(try store.load("a") == 3)
    store.resetStubs()
    #expect(throws: FakedError.self) { try store.load("a") }
    #expect(store.wasCalled(\.load))
    #expect(!store.wasCalled(\.send))
  }

  @Test func theHistoryCanBeLimited() throws {
    store.history = .last(3)
    let copy = store
    store.when(\.put).then { count, call throws(StoreError) in call.1 == 4 ? -4 : count }
    func kept(after numbers: [Int] = []) throws -> [Int] {
      for n in numbers { _ = try copy.put("k", n) }
      return store.calls(to: \.put).map(\.arguments.1)
    }
    #expect(try kept(after: Array(1...10)) == [8, 9, 10])
    #expect(store.calls(to: \.put)[0].value == 8)
    #expect(store.invocationCount(of: \.put) == 10)
    store.history = .last(5)
    #expect(try kept(after: [11, 12, 13]) == [9, 10, 11, 12, 13])
    store.history = .last(2)
    #expect(try kept() == [12, 13])
    store.history = .last(0)
    #expect(try kept(after: [14]) == [])
    #expect(store.invocationCount(of: \.put) == 14)
    store.history = .unlimited
    #expect(try kept(after: [15]) == [15])
    store.history = .last(3)
    _ = try kept(after: Array(16...20))
    store.resetCalls()
    #expect(try kept(after: [21, 22, 23]) == [21, 22, 23])
    store.history = .last(-1)
    #expect(try kept() == [])
    #expect(store.history == .last(-1))
  }

  @Test func aLimitedHistoryReleasesOldCalls() throws {
    let keeper = KeyedFake()
    keeper.when(\.take) { _ in }
    keeper.history = .last(2)
    let lifetimes = Lifetimes()
    for living in [1, 2, 2] {
      try keeper.take(Witness(lifetimes))
      #expect(lifetimes.living == living)
    }
  }
}
