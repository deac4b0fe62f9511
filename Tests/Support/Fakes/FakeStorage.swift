import Faked

package struct User: Equatable {
  package struct Address: Equatable {
    package var city: String
    package init(city: String = "Wien") { self.city = city }
  }
  package var name: String
  package var address: Address
  package init(name: String = "Ada", address: Address = Address()) {
    self.name = name
    self.address = address
  }
}

package struct FakeStorage: Faked {
  package let instanceId = FakeInstance()
  package let get: FunctionID<(String) -> String?, Throws> = "get"
  package let set: FunctionID<(String, String) -> Void, Throws> = "set"
  package let save: FunctionID<(User) -> Void, AsyncThrows> = "save"
  package let nowID: FunctionID<() -> Int, Returns> = "now"
  package let send = "send"
  package let misspelled = "sned"

  package init() {
    when(\.get) { _ in nil }
    when(\.set) { _, _ in }
    when(\.save) { _ in }
    when(\.nowID) { 1 }
    when(\.send) { _, _ in }
  }
  @discardableResult package func get(_ key: String) throws -> String? {
    try handleCall(\.get, key)
  }
  package func set(_ value: String, _ key: String) throws { try handleCall(\.set, value, key) }
  package func save(_ user: User) async throws { try await handleCall(\.save, user) }
  package func now() -> Int { handleCall(\.nowID) }
  package func send(_ a: Any?, _ b: Any?) throws { try handleCall(\.send, params: a, b) }
}

package enum StoreError: Error, Equatable { case full, locked }

/// An error of an outer layer, with its cause.
package struct Wrapped: Error {
  package let cause: any Error
  package init(cause: any Error) { self.cause = cause }
}

/// A fake with functions of every kind, all but `count` with a stub.
package struct FakeDepot: Faked {
  package let instanceId = FakeInstance()
  package let load: FunctionID<(String) -> String, Throws> = "load"
  package let fetch: FunctionID<(String) -> String, AsyncThrows> = "fetch"
  package let put: FunctionID<(String) -> Void, ThrowsOnly<StoreError>> = "put"
  package let push: FunctionID<(String) -> Void, AsyncThrowsOnly<StoreError>> = "push"
  package let sizeID: FunctionID<() -> Int, Returns> = "size"
  package let countID: FunctionID<() -> Int, AsyncReturns> = "count"
  package let named = "named"

  package init() {
    when(\.load) { $0 }
    when(\.fetch) { $0 }
    when(\.put).thenReturn()
    when(\.push).thenReturn()
    when(\.sizeID) { 1 }
    when(\.named) { _, _ in }
  }

  package func load(_ key: String) throws -> String { try handleCall(\.load, key) }
  package func fetch(_ key: String) async throws -> String { try await handleCall(\.fetch, key) }
  package func put(_ key: String) throws(StoreError) { try handleCall(\.put, key) }
  package func push(_ key: String) async throws(StoreError) { try await handleCall(\.push, key) }
  package func size() -> Int { handleCall(\.sizeID) }
  package func count() async -> Int { await handleCall(\.countID) }
  package func named(_ key: String) throws { try handleCall(\.named, params: key) }
}
