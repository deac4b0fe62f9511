import Faked
import TestSupport
import Testing

private struct Failure: Error, Equatable {}

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String, Int) -> String, Throws> = "load"
  let nowID: FunctionID<() -> Int, Returns> = "now"
  let wait: FunctionID<(Int) -> Void, AsyncReturns> = "wait"
  let send = "send"
  func load(_ key: String, _ n: Int) throws -> String { try handleCall(\.load, key, n) }
  func now() -> Int { handleCall(\.nowID, default: 1) }
  func wait(_ n: Int) async { await handleCall(\.wait, n) }
  func send(_ n: Int) throws { try handleCall(\.send, params: n) }
}

struct CallRecordTests {
  private let fake = Fake()

  @Test func aRecordHasTypedArgumentsAndTheOutcome() throws {
    fake.when(\.load) { key, n in
      if n == 0 { throw Failure() }
      return key + "\(n)"
    }
    let line = #line - 4
    _ = try fake.load("a", 1)
    #expect(throws: Failure.self) { try fake.load("b", 0) }
    let calls = fake.calls(to: \.load)
    #expect(calls.map(\.arguments.0) == ["a", "b"])
    #expect(calls.map(\.arguments.1) == [1, 0])
    guard case .returned("a1") = calls[0].outcome, case .threw(is Failure) = calls[1].outcome else {
      Issue.record("\(calls)")
      return
    }
    let stub = "CallRecordTests.swift:\(line)"
    #expect(calls.map(\.answeredBy) == [stub, stub])
    #expect(calls[0].start <= calls[1].start)
    #expect(try #require(calls[0].duration) >= .zero)
    #expect(!calls[0].wasCancelled)
  }

  @Test func aCallUnderWayIsPending() async throws {
    let (started, begin) = AsyncStream<Void>.makeStream()
    let (released, release) = AsyncStream<Void>.makeStream()
    let fake = fake
    fake.when(\.wait) { _ in
      begin.finish()
      for await _ in released {}
    }
    let task = Task { await fake.wait(1) }
    for await _ in started {}
    let pending = try #require(fake.calls(to: \.wait).first)
    guard case .pending = pending.outcome else {
      Issue.record("\(pending)")
      return
    }
    #expect(pending.duration == nil)
    release.finish()
    await task.value
    let ended = try #require(fake.calls(to: \.wait).first)
    guard case .returned = ended.outcome else {
      Issue.record("\(ended)")
      return
    }
    #expect(ended.duration != nil)
  }

  @Test func allCallsAreInOrder() throws {
    fake.when(\.load) { key, _ in key }
    fake.when(\.send) { _, _ in }
    try fake.send(1)
    _ = try fake.load("a", 2)
    _ = fake.now()
    try fake.send(3)
    let all = fake.allCalls
    #expect(all.map(\.function) == ["send", "load", "now", "send"])
    #expect(all.map(\.arguments.count) == [1, 2, 0, 1])
    #expect(all[1].arguments[0] as? String == "a")
    #expect(all[2].answeredBy == nil)
    guard case .returned(let value) = all[1].outcome else {
      Issue.record("\(all[1])")
      return
    }
    #expect(value as? String == "a")
  }

  @Test func aSnapshotStaysAsItWas() throws {
    fake.when(\.load) { key, _ in key }
    _ = try fake.load("a", 1)
    let before = fake.calls(to: \.load)
    _ = try fake.load("b", 2)
    #expect(before.count == 1)
    #expect(fake.calls(to: \.load).count == 2)
  }

  @Test func resetsForgetOneHalfEach() throws {
    fake.when(\.load).then { count, _ in "\(count)" }
    fake.when(\.send) { _, _ in }
    _ = try fake.load("a", 1)
    try fake.send(1)
    fake.resetCalls(of: \.load)
    #expect(fake.invocationCount(of: \.load) == 0)
    #expect(fake.calls(to: \.load).isEmpty)
    #expect(fake.invocationCount(of: \.send) == 1)
    #expect(try fake.load("a", 1) == "2")
    fake.resetBehaviors(of: \.send)
    #expect(throws: FakedError.self) { try fake.send(2) }
    #expect(fake.invocationCount(of: \.send) == 2)
    fake.resetCalls()
    #expect(fake.allCalls.isEmpty)
    #expect(try fake.load("a", 1) == "3")
    fake.resetBehaviors()
    #expect(throws: FakedError.self) { try fake.load("a", 1) }
    #expect(fake.wasCalled(\.load))
    #expect(!fake.wasCalled(\.send))
  }

  @Test func theHistoryCanBeLimited() throws {
    fake.history = .last(3)
    let copy = fake
    fake.when(\.load).then { count, call in call.1 == 4 ? "four" : "\(count)" }
    for n in 1...10 { _ = try copy.load("k", n) }
    #expect(fake.calls(to: \.load).map(\.arguments.1) == [8, 9, 10])
    guard case .returned("8") = fake.calls(to: \.load)[0].outcome else {
      Issue.record("\(fake.calls(to: \.load))")
      return
    }
    #expect(fake.invocationCount(of: \.load) == 10)
    fake.history = .last(5)
    for n in 11...13 { _ = try fake.load("k", n) }
    #expect(fake.calls(to: \.load).map(\.arguments.1) == [9, 10, 11, 12, 13])
    fake.history = .last(2)
    #expect(fake.calls(to: \.load).map(\.arguments.1) == [12, 13])
    fake.history = .countsOnly
    _ = try fake.load("k", 14)
    #expect(fake.calls(to: \.load).isEmpty)
    #expect(fake.invocationCount(of: \.load) == 14)
    fake.history = .unlimited
    _ = try fake.load("k", 15)
    #expect(fake.calls(to: \.load).map(\.arguments.1) == [15])
    fake.history = .last(-1)
    #expect(fake.calls(to: \.load).isEmpty)
    #expect(fake.history == .last(-1))
  }

  @Test func aLimitedHistoryReleasesWhatItForgets() throws {
    struct Keeper: Faked {
      let instanceId = FakeInstance()
      let keep: FunctionID<(Witness) -> Void, Throws> = "keep"
    }
    let keeper = Keeper()
    keeper.when(\.keep) { _ in }
    keeper.history = .last(2)
    let lifetimes = Lifetimes()
    for living in [1, 2, 2] {
      try keeper.handleCall(\.keep, Witness(lifetimes))
      #expect(lifetimes.living == living)
    }
  }
}
