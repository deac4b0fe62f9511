import Faked
import Shapes

struct FakeUser: User, Faked {
  struct IDs {
    let description: FunctionID<() -> String> = "description"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let load: FunctionID<(Int) throws -> String> = "load"

  func load(_ page: Int) throws -> String { try handleCall(\.load, page) }
  var description: String { handleCall(\.id.description) }

  private enum CodingKeys: CodingKey {}
}
