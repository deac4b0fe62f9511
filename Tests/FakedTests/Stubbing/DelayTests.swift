import Faked
import TestSupport
import Testing

private struct Offline: Error {}

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let fetch: FunctionID<(String) -> Int, AsyncThrows> = "fetch"
  let wait: FunctionID<(Int) -> Int, AsyncReturns> = "wait"
  let send = "send"
  func fetch(_ key: String) async throws -> Int {
    try await handleCall(\.fetch, key, default: -1)
  }
  func wait(_ n: Int) async -> Int { await handleCall(\.wait, n) }
  func send(_ key: String) async throws -> Int { try await handleAsyncCall(\.send, params: key) }
}

struct DelayTests {
  private let fake = Fake()
  private let clock = HandClock()

  /// Waits for one sleeping task, and advances the clock.
  private func pass(_ seconds: Int = 1) async {
    await clock.sleepers(1)
    clock.advance(by: .seconds(seconds))
  }

  @Test func aDelayedCallContinuesWhenTheClockAdvances() async throws {
    fake.when(\.fetch) { key in key.count }
    fake.when(\.fetch).delay(.seconds(5), clock: clock)
    let task = Task { try await fake.fetch("abc") }
    await pass(4)
    #expect(fake.calls(to: \.fetch).map(\.duration) == [nil])
    await pass()
    #expect(try await task.value == 3)
  }

  @Test func aSyncMethodRefusesADelay() {
    let store = FakeStore()
    store.when(\.send, with: "b").failFirst(1, with: StoreError.full)
    store.when(\.send, with: "a").thenReturn(1)
    store.when(\.send).delay(.zero, clock: clock)
    let line = #line - 1
    let error = #expect(throws: FakedError.self) { try store.send("a") }
    #expect(
      error?.message == """
        FakeStore.send is delayed (DelayTests.swift:\(line)), but its method cannot wait.
          Forward the call with `try await handleAsyncCall(…)`, or remove the delay.
        """)
  }

  @Test func aDelayAppliesToEveryKindOfResponse() async throws {
    fake.when(\.fetch).delay(.seconds(1), clock: clock)
    let first = Task { try await fake.fetch("a") }
    await pass()
    #expect(try await first.value == -1)
    fake.when(\.wait).delay(.seconds(1), clock: clock).delay(.seconds(2), clock: clock)
      .thenReturn(6)
    let second = Task { await fake.wait(1) }
    await pass(2)
    await pass()
    #expect(await second.value == 6)
    fake.when(\.fetch).failEvery(1, with: Offline()).delay(.seconds(1), clock: clock)
    let third = Task { try await fake.fetch("a") }
    await pass()
    await #expect(throws: Offline.self) { try await third.value }
    fake.when(\.fetch).delay(.seconds(1), clock: clock).failFirst(1, with: Offline())
    let late = Task { try await fake.fetch("a") }
    await pass()
    await #expect(throws: Offline.self) { try await late.value }
    let held = fake.hold(\.fetch)
    fake.when(\.fetch).delay(.seconds(1), clock: clock)
    let fourth = Task { try await fake.fetch("a") }
    await clock.sleepers(1)
    #expect(held.pending.isEmpty)
    await pass()
    try await held.next().resume(returning: 8)
    #expect(try await fourth.value == 8)
  }

  @Test func aCanceledDelayedCallThrowsImmediatelyIfItCan() async throws {
    fake.when(\.fetch).thenReturn(1).delay(.seconds(1), clock: clock)
    fake.when(\.wait).thenReturn(2).delay(.seconds(1), clock: clock)
    let (fetch, wait) = (Task { try await fake.fetch("a") }, Task { await fake.wait(1) })
    await clock.sleepers(2)
    fetch.cancel()
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await fetch.value }
    #expect(await wait.value == 2)
    #expect(fake.allCalls.map(\.wasCancelled) == [true, true])
  }

  @Test func aCallGetsTheResponseThatItsStubsHadWhenItBegan() async throws {
    fake.when(\.fetch).thenReturn(1)
    fake.when(\.fetch).delay(.seconds(1), clock: clock)
    let task = Task { try await fake.fetch("a") }
    await clock.sleepers(1)
    fake.when(\.fetch).thenReturn(2)
    await pass()
    #expect(try await task.value == 1)
  }

  @Test func aStubAddedDuringTheDelayIsReportedAsLate() async throws {
    fake.when(\.send).delay(.seconds(1), clock: clock)
    let task = Task { try await fake.send("a") }
    await clock.sleepers(1)
    fake.when(\.send, with: "a").thenReturn(1)
    let line = #line - 1
    await pass()
    let error = await #expect(throws: FakedError.self) { try await task.value }
    let text =
      "Stub for every call with (\"a\") at DelayTests.swift:\(line): the call was made before this stub was set up\n"
    #expect(error?.message.contains(text) == true)
  }
}
