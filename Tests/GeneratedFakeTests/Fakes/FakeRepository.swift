import Faked
import Shapes

struct FakeRepository<Item: Equatable, Rows: Sequence>: Repository, Faked
where Item == Rows.Element {
  let instanceId: FakeInstance
  let add: FunctionID<(Item) -> Void, Throws> = "add(_:)"
  let allID: FunctionID<() -> Rows, Throws> = "all()"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  func add(_ item: Item) throws { try handleCall(\.add, item, default: ()) }
  func all() throws -> Rows { try handleCall(\.allID) }
}
