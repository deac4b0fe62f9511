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
