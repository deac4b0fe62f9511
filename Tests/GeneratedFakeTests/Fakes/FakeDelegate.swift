import Faked
import Shapes

final class FakeDelegate: Delegate, Faked {
  struct IDs {
    let copy: FunctionID<() -> FakeDelegate> = "copy"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let didEnd: FunctionID<(Int) -> Void> = "didEnd"

  func didEnd(_ code: Int) { handleCall(\.didEnd, code, default: ()) }
  func copy() -> FakeDelegate { handleCall(\.id.copy) }
}
