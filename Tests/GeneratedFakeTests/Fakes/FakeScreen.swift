import Faked
import Shapes

@MainActor final class FakeScreen: Screen, Faked {
  struct IDs {
    let kind: FunctionID<() -> Int> = "kind"
  }

  nonisolated let instanceId = FakeInstance()
  nonisolated let id = IDs()
  nonisolated let getTitle: FunctionID<() -> String> = "title.get"
  nonisolated let setTitle: FunctionID<(String) -> Void> = "title.set"
  nonisolated let show: FunctionID<(String) async -> Bool> = "show"

  var title: String {
    get { handleCall(\.getTitle) }
    set { handleCall(\.setTitle, newValue, default: ()) }
  }

  func show(_ text: String) async -> Bool { await handleCall(\.show, text) }
  nonisolated func kind() -> Int { handleCall(\.id.kind) }
}
