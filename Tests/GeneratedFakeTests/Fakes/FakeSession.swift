import Faked
import Shapes

struct FakeSession: Session, Faked {
  struct Maker: Faked {
    @TaskLocal static var current = Maker()
    let instanceId = FakeInstance()
    let makeUser: FunctionID<(String, FakeSession) -> Void, Throws> = "init(user:)"
    let makeToken: FunctionID<(Int, FakeSession) -> Bool, Returns> = "init(token:)"
  }

  let instanceId: FakeInstance
  let send: FunctionID<(String) -> Bool, Returns> = "send(_:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  init(user: String) throws {
    instanceId = FakeInstance()
    try Maker.current.handleCall(\.makeUser, user, self, default: ())
  }

  init?(token: Int) {
    instanceId = FakeInstance()
    guard Maker.current.handleCall(\.makeToken, token, self, default: true) else { return nil }
  }

  func send(_ text: String) -> Bool { handleCall(\.send, text) }
}
