import Faked
import TestSupport

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

/// A fake whose identity may be of any type.
struct KeyedFake<ID: Hashable & Sendable>: Faked {
  let instanceId: ID
  let now: FunctionID<() -> Int, Returns> = "now"
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  let take: FunctionID<(Witness) -> Void, Throws> = "take"
  let send = "send"
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
  func take(_ witness: Witness) throws { try handleCall(\.take, witness) }
  func send(_ n: Int) throws -> Int { try handleCall(\.send, params: n) }
}

/// A fake that is known by its address.
final class FakeObject: Faked, Sendable {
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  let take: FunctionID<(Witness) -> Int, Throws> = "take"
  let send = "send"
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
  func take(_ witness: Witness) throws -> Int { try handleCall(\.take, witness, default: -1) }
  func send(_ n: Int) throws -> Int { try handleCall(\.send, params: n) }
}
