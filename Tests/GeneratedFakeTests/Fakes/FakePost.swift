import Faked
import Shapes

struct FakePost: Post, Faked {
  let instanceId = FakeInstance()
  // The ID of end() is endID: an ID cannot have the name of another member.
  let send: FunctionID<(Letter) -> Int, Returns> = "send(_:)"
  let weigh: FunctionID<(Letter) -> Int, Returns> = "weigh(_:)"
  let endID: FunctionID<() -> Void, Returns> = "end()"

  func send(_ letter: consuming Letter) -> Int { handleCall(\.send, letter) }
  func weigh(_ letter: borrowing Letter) -> Int { handleCall(\.weigh, copy letter) }
  func end() { handleCall(\.endID, default: ()) }
}
