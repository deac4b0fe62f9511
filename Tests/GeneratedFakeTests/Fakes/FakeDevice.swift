import Faked
import Shapes

struct FakeDevice: Device, Faked {
  typealias ID = String
  let instanceId = FakeInstance()
  // The ID of ping() is pingID: an ID cannot have the name of another member.
  let pingID: FunctionID<() -> Int, Throws> = "ping()"
  let getId: FunctionID<() -> String, Returns> = "id"

  func ping() throws -> Int { try handleCall(\.pingID) }
  var id: String { handleCall(\.getId) }
}
