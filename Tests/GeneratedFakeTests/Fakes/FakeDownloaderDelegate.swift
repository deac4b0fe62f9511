import Faked
import Shapes

final class FakeDownloaderDelegate: DownloaderDelegate, Faked {
  let instanceId: FakeInstance
  let didFinishID: FunctionID<() -> Void, Returns> = "didFinish()"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  func didFinish() { handleCall(\.didFinishID, default: ()) }
}
