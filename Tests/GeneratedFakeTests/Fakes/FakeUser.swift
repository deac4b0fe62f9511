import Faked
import Shapes

struct FakeUser: User, Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(Int) -> String, Throws> = "load(_:)"
  let getDescription: FunctionID<() -> String, Returns> = "description"

  func load(_ page: Int) throws -> String { try handleCall(\.load, page) }
  var description: String { handleCall(\.getDescription) }

  private enum CodingKeys: CodingKey {}
}
