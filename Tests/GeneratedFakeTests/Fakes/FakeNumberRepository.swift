import Faked
import Shapes

struct FakeNumberRepository<Rows: Sequence>: NumberRepository, Faked where Rows.Element == Int {
  typealias Item = Int
  let instanceId = FakeInstance()
  // No property can be called sum or all beside the methods: their IDs end in ID.
  let sumID: FunctionID<() -> Int, Returns> = "sum()"
  let add: FunctionID<(Int) -> Void, Throws> = "add(_:)"
  let allID: FunctionID<() -> Rows, Throws> = "all()"

  func sum() -> Int { handleCall(\.sumID) }
  func add(_ item: Int) throws { try handleCall(\.add, item, default: ()) }
  func all() throws -> Rows { try handleCall(\.allID) }
}
