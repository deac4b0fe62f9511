import Faked
import Shapes

struct FakeRepository<Item: Equatable, Rows: Sequence>: Repository, Faked
where Item == Rows.Element {
  let instanceId = FakeInstance()
  // The ID of all() is allID: an ID cannot have the name of another member.
  let add: FunctionID<(Item) -> Void, Throws> = "add(_:)"
  let allID: FunctionID<() -> Rows, Throws> = "all()"

  func add(_ item: Item) throws { try handleCall(\.add, item, default: ()) }
  func all() throws -> Rows { try handleCall(\.allID) }
}
