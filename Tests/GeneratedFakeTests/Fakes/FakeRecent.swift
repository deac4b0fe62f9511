import Faked
import Foundation
import Shapes
import ShapesBase

@available(iOS 16, macOS 13.3, *)
struct FakeRecent: Recent, Faked {
  let instanceId = FakeInstance()
  // No property can be called recent beside the method: its ID ends in ID.
  let recentID: FunctionID<() -> Int, Returns> = "recent()"

  func recent() -> Int { handleCall(\.recentID) }
}
