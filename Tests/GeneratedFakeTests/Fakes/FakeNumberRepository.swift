import Faked
import Shapes

struct FakeNumberRepository<Rows: Sequence>: NumberRepository, Faked where Rows.Element == Int {
  typealias Item = Int
  let instanceId = FakeInstance()
  // The IDs of sum() and all() are sumID and allID: an ID cannot have the name of another member.
  let sumID: FunctionID<() -> Int, Returns> = "sum()"
  let add: FunctionID<(Int) -> Void, Throws> = "add(_:)"
  let allID: FunctionID<() -> Rows, Throws> = "all()"

  func sum() -> Int { handleCall(\.sumID) }
  func add(_ item: Int) throws { try handleCall(\.add, item, default: ()) }
  func all() throws -> Rows { try handleCall(\.allID) }
}
