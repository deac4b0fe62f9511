import Faked
import Shapes

struct FakeNetwork: Network, Faked {
  let instanceId = FakeInstance()
  let getIsOnline: FunctionID<() -> Bool, Returns> = "isOnline"
  let getToken: FunctionID<() -> String, Throws> = "token"
  let getLevel: FunctionID<() -> Double, AsyncThrows> = "level"

  var isOnline: Bool { handleCall(\.getIsOnline) }
  var token: String { get throws { try handleCall(\.getToken) } }
  var level: Double { get async throws { try await handleCall(\.getLevel) } }
}
