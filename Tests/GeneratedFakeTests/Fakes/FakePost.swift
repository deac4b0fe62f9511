import Faked
import Shapes

struct FakePost: Post, Faked {
  let instanceId = FakeInstance()
  // No property can be called end beside the method: its ID ends in ID.
  let send: FunctionID<(Letter) -> Int, Returns> = "send(_:)"
  let weigh: FunctionID<(Letter) -> Int, Returns> = "weigh(_:)"
  let endID: FunctionID<() -> Void, Returns> = "end()"

  func send(_ letter: consuming Letter) -> Int { handleCall(\.send, letter) }
  func weigh(_ letter: borrowing Letter) -> Int { handleCall(\.weigh, copy letter) }
  func end() { handleCall(\.endID, default: ()) }
}
