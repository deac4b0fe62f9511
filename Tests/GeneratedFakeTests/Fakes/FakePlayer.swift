import Faked
import Shapes

struct FakePlayer: Player, Faked {
  let instanceId: FakeInstance
  let getOnEnd: FunctionID<() -> (Int) -> Void, Returns> = "onEnd.get"
  let setOnEnd: FunctionID<(@escaping (Int) -> Void) -> Void, Returns> = "onEnd.set"
  private let onEndValue = Captured<((Int) -> Void)?>(nil)
  let getTitle: FunctionID<() -> String?, Returns> = "title.get"
  let setTitle: FunctionID<(String?) -> Void, Returns> = "title.set"
  private let titleValue = Captured<String?>(nil)
  let rewindID: FunctionID<() -> Void, Returns> = "rewind()"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  var onEnd: (Int) -> Void {
    get {
      guard let value = onEndValue.value else { return handleCall(\.getOnEnd) }
      return handleCall(\.getOnEnd, default: value)
    }
    nonmutating set {
      onEndValue.value = newValue
      handleCall(\.setOnEnd, newValue, default: ())
    }
  }

  var title: String! {
    get { handleCall(\.getTitle, default: titleValue.value) }
    nonmutating set {
      titleValue.value = newValue
      handleCall(\.setTitle, newValue, default: ())
    }
  }

  func rewind() { handleCall(\.rewindID, default: ()) }
}
