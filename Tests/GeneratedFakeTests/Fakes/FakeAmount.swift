import Faked
import Shapes

struct FakeAmount: Amount, Faked {
  let instanceId: FakeInstance
  let plus: FunctionID<(FakeAmount) -> FakeAmount, Returns> = "+(left:right:)"
  let negate: FunctionID<() -> FakeAmount, Returns> = "-(value:)"
  let add: FunctionID<(Int) -> Void, Returns> = "+=(left:right:)"
  let isLess: FunctionID<(FakeAmount) -> Bool, Returns> = "<(left:right:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  static func + (left: Self, right: Self) -> Self { left.handleCall(\.plus, right) }
  static prefix func - (value: Self) -> Self { value.handleCall(\.negate) }
  static func += (left: inout Self, right: Int) { left.handleCall(\.add, right, default: ()) }
  static func < (left: Self, right: Self) -> Bool { left.handleCall(\.isLess, right) }
}
