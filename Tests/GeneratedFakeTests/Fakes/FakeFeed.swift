import Faked
import Shapes

struct FakeFeed: Feed, Faked {
  struct IDs {
    let items: FunctionID<() -> any Collection<Int>> = "items"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let mark: FunctionID<(any Sequence<Int>) -> Void> = "mark"

  func mark(_ ids: some Sequence<Int>) { handleCall(\.mark, ids, default: ()) }
  func items() -> any Collection<Int> { handleCall(\.id.items) }
}
