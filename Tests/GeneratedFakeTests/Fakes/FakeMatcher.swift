import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeMatcher: Shapes.Matcher, Faked {
  let instanceId = FakeInstance()
  let match: FunctionID<(String) -> Bool, Returns> = "match(_:)"

  func match(_ text: String) -> Bool { handleCall(\.match, text) }
}
