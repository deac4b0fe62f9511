import Faked
import Shapes

@MainActor final class FakeScreen: Screen, Faked {
  nonisolated let instanceId: FakeInstance
  nonisolated let getTitle: FunctionID<() -> String, Returns> = "title.get"
  nonisolated let setTitle: FunctionID<(String) -> Void, Returns> = "title.set"
  private nonisolated let titleValue = Captured<String>("")
  nonisolated let show: FunctionID<(String) -> Bool, AsyncReturns> = "show(_:)"
  nonisolated let kindID: FunctionID<() -> Int, Returns> = "kind()"

  nonisolated init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  var title: String {
    get { handleCall(\.getTitle, default: titleValue.value) }
    set {
      titleValue.value = newValue
      handleCall(\.setTitle, newValue, default: ())
    }
  }

  func show(_ text: String) async -> Bool { await handleCall(\.show, text) }
  nonisolated func kind() -> Int { handleCall(\.kindID) }
}
