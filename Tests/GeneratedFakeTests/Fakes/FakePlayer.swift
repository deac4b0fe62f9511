import Faked
import Shapes

struct FakePlayer: Player, Faked {
  struct IDs {
    let rewind: FunctionID<() -> Void> = "rewind"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let getVolume: FunctionID<() -> Int> = "volume.get"
  let setVolume: FunctionID<(Int) -> Void> = "volume.set"
  let getOnEnd: FunctionID<() -> (Int) -> Void> = "onEnd.get"
  let setOnEnd: FunctionID<(@escaping (Int) -> Void) -> Void> = "onEnd.set"
  let getTitle: FunctionID<() -> String?> = "title.get"
  let setTitle: FunctionID<(String?) -> Void> = "title.set"

  var volume: Int {
    get { handleCall(\.getVolume) }
    nonmutating set { handleCall(\.setVolume, newValue, default: ()) }
  }

  var onEnd: (Int) -> Void {
    get { handleCall(\.getOnEnd) }
    nonmutating set { handleCall(\.setOnEnd, newValue, default: ()) }
  }

  var title: String! {
    get { handleCall(\.getTitle) }
    nonmutating set { handleCall(\.setTitle, newValue, default: ()) }
  }

  func rewind() { handleCall(\.id.rewind, default: ()) }
}
