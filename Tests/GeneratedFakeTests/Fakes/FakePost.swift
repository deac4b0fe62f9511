import Faked
import Shapes

struct FakePost: Post, Faked {
  struct IDs {
    let end: FunctionID<() -> Void> = "end"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let send: FunctionID<(Letter) -> Int> = "send"
  let weigh: FunctionID<(Letter) -> Int> = "weigh"

  func send(_ letter: consuming Letter) -> Int { handleCall(\.send, letter) }
  func weigh(_ letter: borrowing Letter) -> Int { handleCall(\.weigh, copy letter) }
  func end() { handleCall(\.id.end, default: ()) }
}
