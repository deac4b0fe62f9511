import Faked
import Shapes

struct FakeUser: User, Faked {
  let instanceId: FakeInstance
  let load: FunctionID<(Int) -> String, Throws> = "load(_:)"
  let getDescription: FunctionID<() -> String, Returns> = "description"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }
  init(from decoder: any Decoder) throws { instanceId = FakeInstance() }

  func load(_ page: Int) throws -> String { try handleCall(\.load, page) }
  var description: String { handleCall(\.getDescription) }

  private enum CodingKeys: CodingKey {}
}
