import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeOuterInner: Outer.Inner, Faked {
  let instanceId = FakeInstance()
  let take: FunctionID<(Outer.Nested) -> [Outer.Nested], Returns> = "take(_:)"

  func take(_ nested: Outer.Nested) -> [Outer.Nested] { handleCall(\.take, nested) }
}
