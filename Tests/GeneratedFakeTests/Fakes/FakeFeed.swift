import Faked
import Shapes

struct FakeFeed: Feed, Faked {
  let instanceId = FakeInstance()
  // The ID of items() is itemsID: an ID cannot have the name of another member.
  let mark: FunctionID<(any Sequence<Int>) -> Void, Returns> = "mark(_:)"
  let itemsID: FunctionID<() -> any Collection<Int>, Returns> = "items()"

  func mark(_ ids: some Sequence<Int>) { handleCall(\.mark, ids, default: ()) }
  func items() -> any Collection<Int> { handleCall(\.itemsID) }
}
