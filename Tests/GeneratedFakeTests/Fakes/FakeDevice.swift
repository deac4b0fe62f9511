import Faked
import Shapes

struct FakeDevice: Device, Faked {
  struct IDs {
    let ping: FunctionID<() throws -> Int> = "ping"
    let id: FunctionID<() -> String> = "id"
  }

  typealias ID = String
  let instanceId = FakeInstance()
  let ids = IDs()

  func ping() throws -> Int { try handleCall(\.ids.ping) }
  var id: String { handleCall(\.ids.id) }
}
