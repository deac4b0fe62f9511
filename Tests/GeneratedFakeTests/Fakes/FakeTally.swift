import Faked
import Shapes

actor FakeTally: Tally, Faked {
  struct IDs {
    let total: FunctionID<() -> Int> = "total"
    let name: FunctionID<() -> String> = "name"
  }

  nonisolated let instanceId = FakeInstance()
  nonisolated let id = IDs()
  nonisolated let add: FunctionID<(Int) async throws -> Int> = "add"

  var total: Int { handleCall(\.id.total) }
  func add(_ number: Int) async throws -> Int { try await handleCall(\.add, number) }
  nonisolated func name() -> String { handleCall(\.id.name) }
}
