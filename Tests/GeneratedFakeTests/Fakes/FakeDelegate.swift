import Faked
import Shapes

final class FakeDelegate: Delegate, Faked {
  let instanceId: FakeInstance
  let didEnd: FunctionID<(Int) -> Void, Returns> = "didEnd(_:)"
  let copyID: FunctionID<() -> FakeDelegate, Returns> = "copy()"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  func didEnd(_ code: Int) { handleCall(\.didEnd, code, default: ()) }
  func copy() -> FakeDelegate { handleCall(\.copyID) }
}
