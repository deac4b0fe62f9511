import Faked
import Testing

extension FakeStore {
  fileprivate func named(_ key: String) async throws -> Int {
    try await handleAsyncCall(params: key)
  }
}

struct AsyncCallTests {
  private let store = FakeStore()

  @Test func aStringIDTakesAsyncBehaviors() async throws {
    store.when(\.send) { count, params in
      await Task.yield()
      let key: String = try params[0].unwrap()
      return key.count * 10 + count
    }
    #expect(try await [store.sendLater("abc"), store.sendLater("ab")] == [31, 22])
    store.when(\.send) { count, _ -> Any? in
      await Task.yield()
      if count == 1 { return 1 }
      return "two"
    }
    #expect(try await store.sendLater("a") == 1)
    await #expect(throws: FakedError.self) { try await store.sendLater("b") }
    store.when("named(_:)").then { _, _ async in 6 }
    #expect(try await store.named("x") == 6)
  }

  @Test func aSyncMethodRefusesAnAsyncBehavior() async throws {
    store.when(\.send) { _, _ async in 1 }
    let line = #line - 1
    let error = #expect(throws: FakedError.self) { try store.send("a") }
    #expect(
      error?.message == """
        FakeStore.send is stubbed with an async behavior (AsyncCallTests.swift:\(line)), but its \
        method cannot wait.
          Forward the call with `try await handleAsyncCall(…)`, or stub it with a behavior without `await`.
        """)
  }

  @Test func typedAsyncIDsTakeSyncAndAsyncBehaviors() async throws {
    store.when(\.fetch) { key in key.count }
    #expect(try await store.fetch("a") == 1)
    store.when(\.fetch) { key in
      await Task.yield()
      return key.count * 10
    }
    #expect(try await store.fetch("a") == 10)
    store.when(\.fetch).then { count, key in count + key.count }
    #expect(try await store.fetch("abc") == 4)
    store.when(\.wait).then { count, _ in count }
    #expect(await store.wait(5) == 1)
  }

  @Test func anActorPassesValuesThatAreNotSendable() async throws {
    let owner = FakeOwner()
    owner.when(\.pass) { value in
      value.value += 1
      return value
    }
    #expect(try await [owner.passOwn(), owner.passOwn()] == [1, 2])
  }

  @MainActor @Test func anAsyncBehaviorKeepsItsActor() async throws {
    let state = NotSendable()
    let store = self.store
    store.when(\.fetch) { key in
      MainActor.assertIsolated()
      await Task.yield()
      state.value += key.count
      return 1
    }
    store.when(\.send) { _, _ in
      await Task.yield()
      MainActor.assertIsolated()
      state.value += 10
      return 2
    }
    let sum = try await Task.detached { try await store.fetch("a") + store.sendLater("a") }.value
    #expect((sum, state.value) == (3, 11))
  }
}
