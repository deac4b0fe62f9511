import Faked
import Shapes

final class FakeDelegate: Delegate, Faked {
  let instanceId = FakeInstance()
  // No property can be called copy beside the method: its ID ends in ID.
  let didEnd: FunctionID<(Int) -> Void, Returns> = "didEnd(_:)"
  let copyID: FunctionID<() -> FakeDelegate, Returns> = "copy()"

  func didEnd(_ code: Int) { handleCall(\.didEnd, code, default: ()) }
  func copy() -> FakeDelegate { handleCall(\.copyID) }
}
