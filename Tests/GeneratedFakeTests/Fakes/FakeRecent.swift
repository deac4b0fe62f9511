import Faked
import Foundation
import Shapes
import ShapesBase

@available(iOS 16, macOS 13.3, *)
struct FakeRecent: Recent, Faked {
  let instanceId = FakeInstance()
  // The ID of recent() is recentID: an ID cannot have the name of another member.
  let recentID: FunctionID<() -> Int, Returns> = "recent()"

  func recent() -> Int { handleCall(\.recentID) }
}
