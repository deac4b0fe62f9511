import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeOuterInner: Outer.Inner, Faked {
  let instanceId = FakeInstance()
  let take: FunctionID<(Outer.Nested) -> [Outer.Nested]> = "take"

  func take(_ nested: Outer.Nested) -> [Outer.Nested] { handleCall(\.take, nested) }
}
