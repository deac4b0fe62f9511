import Faked
import Shapes

struct FakeRepository<Item: Equatable, Rows: Sequence>: Repository, Faked
where Item == Rows.Element {
  struct IDs {
    let all: FunctionID<() throws -> Rows> = "all"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let add: FunctionID<(Item) throws -> Void> = "add"

  func add(_ item: Item) throws { try handleCall(\.add, item) }
  func all() throws -> Rows { try handleCall(\.id.all) }
}
