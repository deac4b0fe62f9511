import Faked
import Shapes

struct FakeCanvas: Canvas, Faked {
  let instanceId = FakeInstance()
  let draw: FunctionID<(any Equatable) -> (any Equatable)?, Returns> = "draw(_:)"

  func draw(_ shape: any Equatable) -> (any Equatable)? { handleCall(\.draw, shape) }
}
