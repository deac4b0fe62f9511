import Faked
import Shapes

struct FakeNetwork: Network, Faked {
  struct IDs {
    let isOnline: FunctionID<() -> Bool> = "isOnline"
    let token: FunctionID<() throws -> String> = "token"
    let level: FunctionID<() async throws -> Double> = "level"
  }

  let instanceId = FakeInstance()
  let id = IDs()

  var isOnline: Bool { handleCall(\.id.isOnline) }
  var token: String { get throws { try handleCall(\.id.token) } }
  var level: Double { get async throws { try await handleCall(\.id.level) } }
}
