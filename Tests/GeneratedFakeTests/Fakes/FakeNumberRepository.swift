import Faked
import Shapes

struct FakeNumberRepository<Rows: Sequence>: NumberRepository, Faked where Rows.Element == Int {
  struct IDs {
    let sum: FunctionID<() -> Int> = "sum"
    let all: FunctionID<() throws -> Rows> = "all"
  }

  typealias Item = Int
  let instanceId = FakeInstance()
  let id = IDs()
  let add: FunctionID<(Int) throws -> Void> = "add"

  func sum() -> Int { handleCall(\.id.sum) }
  func add(_ item: Int) throws { try handleCall(\.add, item) }
  func all() throws -> Rows { try handleCall(\.id.all) }
}
