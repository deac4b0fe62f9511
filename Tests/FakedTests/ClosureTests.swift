import Faked
import Testing

private enum StoreError: Error { case full }

private struct FakeAPI: Faked {
  let instanceId = FakeInstance()
  let now: FunctionID<() -> Int, Returns> = "now"
  let load: FunctionID<(String) -> Int?, Throws> = "load"
  let put: FunctionID<(String, Int) -> Int, ThrowsOnly<StoreError>> = "put"
  let wait: FunctionID<(Int) -> Int, AsyncReturns> = "wait"
  let send: FunctionID<(String, String) -> Int, AsyncThrows> = "send"
  let save: FunctionID<(Int) -> Void, AsyncThrowsOnly<StoreError>> = "save"
}

private struct API: Sendable {
  var now: @Sendable () -> Int
  var load: @Sendable (String) throws -> Int?
  var put: @Sendable (String, Int) throws(StoreError) -> Int
  var wait: @Sendable (Int) async -> Int
  var send: @Sendable (String, String) async throws -> Int
  var save: @Sendable (Int) async throws(StoreError) -> Void
}

struct ClosureTests {
  private let fake = FakeAPI()

  private var api: API {
    API(
      now: fake.closure(\.now), load: fake.closure(\.load), put: fake.closure(\.put),
      wait: fake.closure(\.wait), send: fake.closure(\.send), save: fake.closure(\.save))
  }

  @Test func aStructOfClosuresIsFakedWithoutAMethod() async throws {
    fake.when(\.now) { 3 }
    fake.when(\.load, with: "a").thenReturn(nil, 2)
    fake.when(\.put) { key, n throws(StoreError) in
      if n < 0 { throw .full }
      return key.count + n
    }
    fake.when(\.wait) { $0 * 2 }
    fake.when(\.send) { text, reader in
      await Task.yield()
      return text.count + reader.count
    }
    fake.when(\.save).thenReturn().thenThrow(.full)
    let api = api
    #expect(api.now() == 3)
    #expect(try api.load("a") == nil)
    #expect(try api.load("a") == 2)
    #expect(try api.put("abc", 1) == 4)
    #expect(throws: StoreError.full) { try api.put("abc", -1) }
    #expect(await api.wait(4) == 8)
    #expect(try await api.send("ab", "c") == 3)
    try await api.save(1)
    await #expect(throws: StoreError.full) { try await api.save(2) }
    #expect(fake.calls(to: \.put).map(\.arguments.1) == [1, -1])
    #expect(fake.invocationCount(of: \.save) == 2)
  }

  @Test func anUnstubbedClosureThrows() async {
    let error = #expect(throws: FakedError.self) { try api.load("b") }
    #expect(error?.message.hasPrefix("No stub answers FakeAPI.load(\"b\").") == true)
    await #expect(throws: FakedError.self) { try await api.send("", "") }
  }
}
