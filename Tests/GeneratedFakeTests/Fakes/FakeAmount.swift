import Faked
import Shapes

struct FakeAmount: Amount, Faked {
  let instanceId = FakeInstance()
  let plus: FunctionID<(FakeAmount) -> FakeAmount> = "+"
  let negate: FunctionID<() -> FakeAmount> = "-"
  let add: FunctionID<(Int) -> Void> = "+="
  let isLess: FunctionID<(FakeAmount) -> Bool> = "<"

  static func + (left: Self, right: Self) -> Self { left.handleCall(\.plus, right) }
  static prefix func - (value: Self) -> Self { value.handleCall(\.negate) }
  static func += (left: inout Self, right: Int) { left.handleCall(\.add, right, default: ()) }
  static func < (left: Self, right: Self) -> Bool { left.handleCall(\.isLess, right) }
}
