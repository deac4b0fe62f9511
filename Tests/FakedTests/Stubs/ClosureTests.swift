import Faked
import Testing

private struct Store: Sendable {
  var now: @Sendable () -> Int
  var load: @Sendable (String) throws -> Int
  var put: @Sendable (String, Int) throws(StoreError) -> Int
  var wait: @Sendable (Int) async -> Int
  var fetch: @Sendable (String) async throws -> Int
  var save: @Sendable (Int) async throws(StoreError) -> Void
}

struct ClosureTests {
  @Test func aStructOfClosuresIsFakedWithoutAMethod() async throws {
    let fake = FakeStore()
    let store = Store(
      now: fake.closure(\.now), load: fake.closure(\.load), put: fake.closure(\.put),
      wait: fake.closure(\.wait), fetch: fake.closure(\.fetch), save: fake.closure(\.save))
    fake.when(\.now) { 3 }
    fake.when(\.load, with: "a").thenReturn(1, 2)
    fake.when(\.put) { key, n throws(StoreError) in
      if n < 0 { throw .full }
      return key.count + n
    }
    fake.when(\.wait) { $0 * 2 }
    fake.when(\.fetch) { key in
      await Task.yield()
      return key.count
    }
    fake.when(\.save).thenReturn().thenThrow(.full)
    #expect(store.now() == 3)
    #expect(try [store.load("a"), store.load("a"), store.put("abc", 1)] == [1, 2, 4])
    #expect(throws: StoreError.full) { try store.put("abc", -1) }
    #expect(try await [store.wait(4), store.fetch("ab")] == [8, 2])
    try await store.save(1)
    await #expect(throws: StoreError.full) { try await store.save(2) }
    #expect(fake.calls(to: \.put).map(\.arguments.1) == [1, -1])
    #expect(fake.invocationCount(of: \.save) == 2)
    fake.resetStubs()
    let error = #expect(throws: FakedError.self) { try store.load("b") }
    #expect(error?.message.hasPrefix("No stub responds to FakeStore.load(\"b\").") == true)
    await #expect(throws: FakedError.self) { try await store.fetch("") }
  }
}
