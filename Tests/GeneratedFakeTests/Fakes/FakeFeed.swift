import Faked
import Shapes

struct FakeFeed: Feed, Faked {
  let instanceId = FakeInstance()
  // No property can be called items beside the method: its ID ends in ID.
  let mark: FunctionID<(any Sequence<Int>) -> Void, Returns> = "mark(_:)"
  let itemsID: FunctionID<() -> any Collection<Int>, Returns> = "items()"

  func mark(_ ids: some Sequence<Int>) { handleCall(\.mark, ids, default: ()) }
  func items() -> any Collection<Int> { handleCall(\.itemsID) }
}
