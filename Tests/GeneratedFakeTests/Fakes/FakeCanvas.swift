import Faked
import Shapes

struct FakeCanvas: Canvas, Faked {
  let instanceId = FakeInstance()
  let draw: FunctionID<(any Equatable) -> (any Equatable)?> = "draw"

  func draw(_ shape: any Equatable) -> (any Equatable)? { handleCall(\.draw, shape) }
}
