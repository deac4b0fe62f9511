import Faked
import Shapes

struct FakeFailure: Failure, Faked {
  let instanceId = FakeInstance()
  let getCode: FunctionID<() -> Int, Returns> = "code"

  var code: Int { handleCall(\.getCode) }
}
