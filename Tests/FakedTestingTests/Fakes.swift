import FakedTesting

struct User: Equatable {
  struct Address: Equatable { var city = "Wien" }
  var name = "Ada"
  var address = Address()
}

struct FakeStorage: Faked {
  let instanceId = FakeInstance()
  let get: FunctionID<(String) -> String?, Throws> = "get"
  let set: FunctionID<(String, String) -> Void, Throws> = "set"
  let save: FunctionID<(User) -> Void, AsyncThrows> = "save"
  let nowID: FunctionID<() -> Int, Returns> = "now"
  let send = "send"
  let misspelled = "sned"

  init() {
    when(\.get) { _ in nil }
    when(\.set) { _, _ in }
    when(\.save) { _ in }
    when(\.nowID) { 1 }
    when(\.send) { _, _ in }
  }
  @discardableResult func get(_ key: String) throws -> String? { try handleCall(\.get, key) }
  func set(_ value: String, _ key: String) throws { try handleCall(\.set, value, key) }
  func save(_ user: User) async throws { try await handleCall(\.save, user) }
  func now() -> Int { handleCall(\.nowID) }
  func send(_ a: Any?, _ b: Any?) throws { try handleCall(\.send, params: a, b) }
}

enum StoreError: Error, Equatable { case full, locked }

/// An error of an outer layer, with its cause.
struct Wrapped: Error { let cause: any Error }

/// A fake with functions of every kind, all but `count` with a stub.
struct FakeDepot: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(String) -> String, Throws> = "load"
  let fetch: FunctionID<(String) -> String, AsyncThrows> = "fetch"
  let put: FunctionID<(String) -> Void, ThrowsOnly<StoreError>> = "put"
  let push: FunctionID<(String) -> Void, AsyncThrowsOnly<StoreError>> = "push"
  let sizeID: FunctionID<() -> Int, Returns> = "size"
  let countID: FunctionID<() -> Int, AsyncReturns> = "count"
  let named = "named"

  init() {
    when(\.load) { $0 }
    when(\.fetch) { $0 }
    when(\.put).thenReturn()
    when(\.push).thenReturn()
    when(\.sizeID) { 1 }
    when(\.named) { _, _ in }
  }

  func load(_ key: String) throws -> String { try handleCall(\.load, key) }
  func fetch(_ key: String) async throws -> String { try await handleCall(\.fetch, key) }
  func put(_ key: String) throws(StoreError) { try handleCall(\.put, key) }
  func push(_ key: String) async throws(StoreError) { try await handleCall(\.push, key) }
  func size() -> Int { handleCall(\.sizeID) }
  func count() async -> Int { await handleCall(\.countID) }
  func named(_ key: String) throws { try handleCall(\.named, params: key) }
}
