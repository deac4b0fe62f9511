import Faked
import Shapes

struct FakeFailure: Failure, Faked {
  struct IDs {
    let code: FunctionID<() -> Int> = "code"
  }

  let instanceId = FakeInstance()
  let id = IDs()

  var code: Int { handleCall(\.id.code) }
}
