import Faked
import Shapes

struct FakeDevice: Device, Faked {
  typealias ID = String
  let instanceId = FakeInstance()
  // No property can be called ping beside the method: its ID ends in ID.
  let pingID: FunctionID<() -> Int, Throws> = "ping()"
  let getId: FunctionID<() -> String, Returns> = "id"

  func ping() throws -> Int { try handleCall(\.pingID) }
  var id: String { handleCall(\.getId) }
}
