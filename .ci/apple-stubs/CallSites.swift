// Uses of Faked in the tests of an app, one for each form of a verb.
import FakedExplore

enum StoreError: Error { case locked, full }

protocol Store: Sendable {
  func data(for key: String) throws -> Int?
  func set(_ value: Int, for key: String) async throws
  func put(_ key: String) throws(StoreError) -> Int
  func fetch(_ key: String) async throws(StoreError) -> Int
  func count() -> Int
  func wait() async -> Int
}

struct FakeStore: Store, Faked {
  let instanceId = FakeInstance("store")
  let data: FunctionID<(String) -> Int?, Throws> = "data(for:)"
  let set: FunctionID<(Int, String) -> Void, AsyncThrows> = "set(_:for:)"
  let put: FunctionID<(String) -> Int, ThrowsOnly<StoreError>> = "put"
  let fetch: FunctionID<(String) -> Int, AsyncThrowsOnly<StoreError>> = "fetch"
  let countID: FunctionID<() -> Int, Returns> = "count"
  let waitID: FunctionID<() -> Int, AsyncReturns> = "wait"
  let named = "named"
  func data(for key: String) throws -> Int? { try handleCall(\.data, key) }
  func set(_ value: Int, for key: String) async throws { try await handleCall(\.set, value, key) }
  func put(_ key: String) throws(StoreError) -> Int { try handleCall(\.put, key, default: 1) }
  func fetch(_ key: String) async throws(StoreError) -> Int { try await handleCall(\.fetch, key) }
  func count() -> Int { handleCall(\.countID) }
  func wait() async -> Int { await handleCall(\.waitID) }
  func named(_ key: String) throws -> Int { try handleCall(\.named, params: key, 2) }
}

actor FakeActor: Faked {
  nonisolated let add: FunctionID<(Int) -> Int, AsyncThrows> = "add"
  func add(_ number: Int) async throws -> Int { try await handleCall(\.add, number) }
}

@MainActor final class FakeScreen: Faked {
  nonisolated let show: FunctionID<(String) -> Bool, AsyncReturns> = "show"
  func show(_ text: String) async -> Bool { await handleCall(\.show, text) }
}

struct API: Sendable {
  var data: @Sendable (String) throws -> Int?
  var set: @Sendable (Int, String) async throws -> Void
  var put: @Sendable (String) throws(StoreError) -> Int
  var fetch: @Sendable (String) async throws(StoreError) -> Int
  var count: @Sendable () -> Int
  var wait: @Sendable () async -> Int
}

@MainActor func stubs(_ fake: FakeStore, _ actor: FakeActor, _ screen: FakeScreen) {
  fake.when(\.data) { _ in nil }
  fake.when(\.set) { value, _ in if value < 0 { throw StoreError.full } }
  fake.when(\.put) { _ throws(StoreError) in throw .full }
  fake.when(\.fetch) { key async throws(StoreError) in key.count }
  fake.when(\.countID) { 3 }
  fake.when(\.waitID) {
    await Task.yield()
    return 4
  }
  fake.when(\.named) { invocationCount, params in invocationCount + params.count }
  fake.when("named").thenReturn(1)
  fake.when(\.data).thenReturn(1, nil).thenThrow(StoreError.full)
  fake.when(\.data).then { invocationCount, key in invocationCount + key.count }
  fake.when(\.set, with: 1, "a").thenReturn()
  fake.when(\.set, matching: .range(1...), .prefix("a")).lenient.thenReturn()
  fake.when(\.set).where { value, key in value > key.count }.thenReturn()
  fake.when(\.put).thenThrow(.locked, times: 2).thenReturn(1)
  actor.when(\.add) { $0 + 1 }
  var shown = 0
  screen.when(\.show) { text in
    shown += 1
    return text.isEmpty
  }
}

func checks(_ fake: FakeStore) async throws {
  fake.verify(\.data)
  fake.verify(\.set, called: 2, with: 1, "a")
  fake.verify(\.set, called: 1..., matching: .any, .contains("b"))
  fake.verify(\.set) { value, key in value == key.count }
  fake.verify(\.named, with: "a", 2)
  fake.verifyNoMoreCalls()
  verifyInOrder {
    fake.verify(\.put)
    fake.verify(\.fetch)
  }
  try await eventually(within: .seconds(1)) { fake.verify(\.countID) }
  _ = fake.calls(to: \.set).map(\.arguments.1)
  _ = try await fake.nextCall(to: \.fetch)
  let held = fake.hold(\.fetch)
  let call = try await held.next()
  call.resume(returning: 1)
  _ = fake.hold(\.fetch, with: "a", cancellation: .ignored).pending
  _ = fake.hold(\.fetch, matching: .any, atMost: .seconds(1)).pending
  try await exploreFaults { _ = try fake.put("a") }
  try await exploreOrders { _ = await fake.wait() }
  _ = API(
    data: fake.closure(\.data), set: fake.closure(\.set), put: fake.closure(\.put),
    fetch: fake.closure(\.fetch), count: fake.closure(\.countID), wait: fake.closure(\.waitID))
}
