import Faked
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let send = "send"
  let namedID = "named(_:)"
  let load: FunctionID<(Int) -> String, AsyncThrows> = "load"
  let waitID: FunctionID<() -> Int, AsyncReturns> = "wait"

  func send(_ key: String) async throws -> Int { try await handleAsyncCall(\.send, params: key) }
  func named(_ key: String) async throws -> Int { try await handleAsyncCall(params: key) }
  func spied(_ key: String) async throws -> Int {
    try await handleAsyncCall(\.send, params: key, default: await slow(key))
  }
  func sync(_ key: String) async throws -> Int { try handleCall(\.send, params: key) }
  func load(_ id: Int) async throws -> String { try await handleCall(\.load, id) }
  func wait() async -> Int { await handleCall(\.waitID) }
  private func slow(_ key: String) async -> Int {
    await Task.yield()
    return key.count
  }
}

private final class NotSendable { var value = 0 }

private actor Holder: Faked {
  nonisolated let pass: FunctionID<(NotSendable) -> NotSendable, AsyncThrows> = "pass"
  let own = NotSendable()
  func pass(_ value: NotSendable) async throws -> NotSendable {
    try await handleCall(\.pass, value)
  }
  func passOwn() async throws -> Int { try await pass(own).value }
}

struct AsyncCallTests {
  private let fake = Fake()

  @Test func aStringIDTakesAnAsyncBehavior() async throws {
    fake.when(\.send) { count, params in
      await Task.yield()
      let key: String = try params[0].unwrap()
      return key.count * 10 + count
    }
    #expect(try await fake.send("abc") == 31)
    #expect(try await fake.send("ab") == 22)
    fake.when(\.namedID) { _, _ in
      await Task.yield()
      return 5
    }
    #expect(try await fake.named("x") == 5)
    fake.when("named(_:)").then { _, _ async in 6 }
    #expect(try await fake.named("x") == 6)
  }

  @Test func anAsyncMethodTakesASyncBehavior() async throws {
    fake.when(\.send) { _, _ in 1 }
    #expect(try await fake.send("a") == 1)
  }

  @Test func asyncBehaviorsMayReturnNothingOrSeveralTypes() async throws {
    fake.when(\.send) { count, _ in
      await Task.yield()
      if count == 1 { return 1 }
      return "two"
    }
    #expect(try await fake.send("a") == 1)
    await #expect(throws: FakedError.self) { try await fake.send("b") }
  }

  @Test func anAsyncDefaultAnswersUntilSomethingIsStubbed() async throws {
    #expect(try await fake.spied("abcd") == 4)
    fake.when(\.send) { _, _ in 1 }
    #expect(try await fake.spied("abcd") == 1)
  }

  @Test func aSyncForwardRefusesAnAsyncBehavior() async throws {
    fake.when(\.send) { _, _ async in 1 }
    let error = await #expect(throws: FakedError.self) { try await fake.sync("a") }
    let text = try #require(error?.message)
    #expect(
      text.hasPrefix("Fake.send is stubbed with an async behavior (AsyncCallTests.swift:"))
    #expect(
      text.hasSuffix(
        """
        ), but its method cannot wait for one.
          Forward the call with `try await handleAsyncCall(…)`, or stub it with a behavior without `await`.
        """))
  }

  @Test func typedAsyncIDsTakeSyncAndAsyncBehaviors() async throws {
    fake.when(\.load) { id in "sync \(id)" }
    #expect(try await fake.load(1) == "sync 1")
    fake.when(\.load) { id in
      await Task.yield()
      return "async \(id)"
    }
    #expect(try await fake.load(2) == "async 2")
    fake.when(\.load).then { count, id in "\(count) \(id)" }
    #expect(try await fake.load(3) == "1 3")
    fake.when(\.waitID).then { count, _ in count }
    #expect(await fake.wait() == 1)
  }

  @Test func anActorPassesValuesThatAreNotSendable() async throws {
    let holder = Holder()
    holder.when(\.pass) { value in
      value.value += 1
      return value
    }
    #expect(try await holder.passOwn() == 1)
    #expect(try await holder.passOwn() == 2)
  }

  @MainActor @Test func anAsyncBehaviorRunsOnTheActorItWasWrittenOn() async throws {
    let state = NotSendable()
    let fake = self.fake
    fake.when(\.load) { id in
      MainActor.assertIsolated()
      await Task.yield()
      state.value = id
      return "done"
    }
    let text = try await Task.detached { try await fake.load(9) }.value
    #expect(text == "done")
    #expect(state.value == 9)
  }

  @MainActor @Test func anAsyncBehaviorOfAStringIDRunsOnTheActorItWasWrittenOn() async throws {
    let state = NotSendable()
    let fake = self.fake
    fake.when(\.send) { _, _ in
      await Task.yield()
      MainActor.assertIsolated()
      state.value = 4
      return 4
    }
    #expect(try await Task.detached { try await fake.send("a") }.value == 4)
    #expect(state.value == 4)
  }

  @Test func aCancelledCallSaysSo() async throws {
    fake.when(\.waitID) {
      while !Task.isCancelled { await Task.yield() }
      return 0
    }
    let fake = self.fake
    let task = Task { await fake.wait() }
    task.cancel()
    _ = await task.value
    #expect(fake.calls(to: \.waitID).map(\.wasCancelled) == [true])
  }
}
