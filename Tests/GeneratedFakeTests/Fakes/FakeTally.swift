import Faked
import Shapes

actor FakeTally: Tally, Faked {
  nonisolated let instanceId: FakeInstance
  nonisolated let getTotal: FunctionID<() -> Int, Returns> = "total"
  nonisolated let add: FunctionID<(Int) -> Int, AsyncThrows> = "add(_:)"
  nonisolated let nameID: FunctionID<() -> String, Returns> = "name()"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  var total: Int { handleCall(\.getTotal) }
  func add(_ number: Int) async throws -> Int { try await handleCall(\.add, number) }
  nonisolated func name() -> String { handleCall(\.nameID) }
}
