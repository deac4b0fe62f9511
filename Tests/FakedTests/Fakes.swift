import Faked

enum StoreError: Error, Equatable { case full, locked }

/// A fake with a function of each kind.
struct FakeStore: Faked {
  let instanceId = FakeInstance()
  let now: FunctionID<() -> Int, Returns> = "now"
  let load: FunctionID<(String) -> Int, Throws> = "load"
  let put: FunctionID<(String, Int) -> Int, ThrowsOnly<StoreError>> = "put"
  let wait: FunctionID<(Int) -> Int, AsyncReturns> = "wait"
  let fetch: FunctionID<(String) -> Int, AsyncThrows> = "fetch"
  let save: FunctionID<(Int) -> Void, AsyncThrowsOnly<StoreError>> = "save"
  let send = "send"
  func load(_ key: String) throws -> Int { try handleCall(\.load, key) }
  func put(_ key: String, _ n: Int) throws(StoreError) -> Int { try handleCall(\.put, key, n) }
  func wait(_ n: Int) async -> Int { await handleCall(\.wait, n) }
  func fetch(_ key: String) async throws -> Int { try await handleCall(\.fetch, key) }
  func send(_ params: Any?...) throws -> Int { try handleCall(\.send, params: params) }
  func sendLater(_ params: Any?...) async throws -> Int {
    try await handleAsyncCall(\.send, params: params)
  }
}

/// A fake with the functions that tests hold.
struct FakeLibrary: Faked {
  final class NoDefault: Sendable {}

  let instanceId = FakeInstance()
  let find: FunctionID<(String) -> Int, AsyncThrows> = "find"
  let load: FunctionID<(Int) -> Int, AsyncThrows> = "load"
  let search: FunctionID<(String, Int) -> [String], AsyncThrows> = "search"
  let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  let put: FunctionID<(Int) -> [Int], AsyncThrowsOnly<StoreError>> = "put"
  let waitID: FunctionID<() -> Int, AsyncReturns> = "wait"
  let makeID: FunctionID<() -> NoDefault, AsyncReturns> = "make"
  let count: FunctionID<(Int) -> Int, Throws> = "count"
  let send = "send"
  let postID = "post"
  func find(_ text: String) async throws -> Int { try await handleCall(\.find, text) }
  func load(_ n: Int) async throws -> Int { try await handleCall(\.load, n) }
  func search(_ text: String, _ page: Int) async throws -> [String] {
    try await handleCall(\.search, text, page)
  }
  func save(_ text: String) async throws { try await handleCall(\.save, text) }
  func put(_ n: Int) async throws(StoreError) -> [Int] { try await handleCall(\.put, n) }
  func wait() async -> Int { await handleCall(\.waitID) }
  func make() async -> NoDefault { await handleCall(\.makeID) }
  func count(_ n: Int) throws -> Int { try handleCall(\.count, n) }
  func send(_ text: String) async throws -> Int { try await handleAsyncCall(\.send, params: text) }
  func sendNow(_ text: String) throws -> Int { try handleCall(\.send, params: text) }
  func post(_ text: String) async throws { try await handleAsyncCall(\.postID, params: text) }
}

/// A fake whose methods run on the actor of the test, so that the test knows the order of its calls.
@MainActor final class FakeSearch: Faked {
  nonisolated let find: FunctionID<(Int) -> Int, AsyncThrows> = "find"
  func find(_ number: Int) async throws -> Int { try await handleCall(\.find, number) }
}

/// A value that can't leave its actor.
final class NotSendable { var value = 0 }

/// A fake that passes a value it owns.
actor FakeOwner: Faked {
  nonisolated let pass: FunctionID<(NotSendable) -> NotSendable, AsyncThrows> = "pass"
  private let own = NotSendable()
  func pass(_ value: NotSendable) async throws -> NotSendable {
    try await handleCall(\.pass, value)
  }
  func passOwn() async throws -> Int { try await pass(own).value }
}
