import Faked
import Shapes

final class FakeDelegate: Delegate, Faked {
  let instanceId = FakeInstance()
  // The ID of copy() is copyID: an ID cannot have the name of another member.
  let didEnd: FunctionID<(Int) -> Void, Returns> = "didEnd(_:)"
  let copyID: FunctionID<() -> FakeDelegate, Returns> = "copy()"

  func didEnd(_ code: Int) { handleCall(\.didEnd, code, default: ()) }
  func copy() -> FakeDelegate { handleCall(\.copyID) }
}
