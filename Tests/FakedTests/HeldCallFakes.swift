import Faked

/// The functions of every kind that tests hold.
struct FakeLibrary: Faked {
  struct Offline: Error, Equatable {}
  struct Full: Error, Equatable {}
  final class NoDefault: Sendable {}

  let instanceId = FakeInstance()
  let find: FunctionID<(String) -> Int, AsyncThrows> = "find"
  let load: FunctionID<(Int) -> Int, AsyncThrows> = "load"
  let search: FunctionID<(String, Int) -> [String], AsyncThrows> = "search"
  let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  let put: FunctionID<(Int) -> [Int], AsyncThrowsOnly<Full>> = "put"
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
  func put(_ n: Int) async throws(Full) -> [Int] { try await handleCall(\.put, n) }
  func wait() async -> Int { await handleCall(\.waitID) }
  func make() async -> NoDefault { await handleCall(\.makeID) }
  func count(_ n: Int) throws -> Int { try handleCall(\.count, n) }
  func send(_ text: String) async throws -> Int { try await handleAsyncCall(\.send, params: text) }
  func sendNow(_ text: String) throws -> Int { try handleCall(\.send, params: text) }
  func post(_ text: String) async throws { try await handleAsyncCall(\.postID, params: text) }
}

/// A fake whose methods run where the test does, so that the test knows the order of its calls.
@MainActor final class FakeSearch: Faked {
  nonisolated let find: FunctionID<(Int) -> Int, AsyncThrows> = "find"
  func find(_ number: Int) async throws -> Int { try await handleCall(\.find, number) }
}
