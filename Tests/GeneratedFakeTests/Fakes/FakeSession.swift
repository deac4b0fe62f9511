import Faked
import Shapes

/// Responds to the static members and initializers of FakeSession.
struct FakeSessionStatics: Faked {
  @TaskLocal static var current = FakeSessionStatics()
  let instanceId = FakeInstance()
  let makeUser: FunctionID<(String, FakeSession) -> Void, Throws> = "init(user:)"
  let makeToken: FunctionID<(Int, FakeSession) -> Bool, Returns> = "init(token:)"
}

struct FakeSession: Session, Faked {
  let instanceId: FakeInstance
  let send: FunctionID<(String) -> Bool, Returns> = "send(_:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  init(user: String) throws {
    instanceId = FakeInstance()
    try FakeSessionStatics.current.handleCall(\.makeUser, user, self, default: ())
  }

  init?(token: Int) {
    instanceId = FakeInstance()
    let succeeds = FakeSessionStatics.current.handleCall(\.makeToken, token, self, default: true)
    if !succeeds { return nil }
  }

  func send(_ text: String) -> Bool { handleCall(\.send, text) }
}
