import Faked
import Shapes

actor FakeTally: Tally, Faked {
  nonisolated let instanceId = FakeInstance()
  // No property can be called name beside the method: its ID ends in ID.
  nonisolated let getTotal: FunctionID<() -> Int, Returns> = "total"
  nonisolated let add: FunctionID<(Int) -> Int, AsyncThrows> = "add(_:)"
  nonisolated let nameID: FunctionID<() -> String, Returns> = "name()"

  var total: Int { handleCall(\.getTotal) }
  func add(_ number: Int) async throws -> Int { try await handleCall(\.add, number) }
  nonisolated func name() -> String { handleCall(\.nameID) }
}
