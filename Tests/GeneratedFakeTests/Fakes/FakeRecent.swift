import Faked
import Foundation
import Shapes
import ShapesBase

@available(iOS 16, macOS 13.3, *)
struct FakeRecent: Recent, Faked {
  struct IDs {
    let recent: FunctionID<() -> Int> = "recent"
  }

  let instanceId = FakeInstance()
  let id = IDs()

  func recent() -> Int { handleCall(\.id.recent) }
}
