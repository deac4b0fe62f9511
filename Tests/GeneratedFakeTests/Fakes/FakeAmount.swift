import Faked
import Shapes

struct FakeAmount: Amount, Faked {
  let instanceId: FakeInstance
  let plus: FunctionID<(FakeAmount) -> FakeAmount, Returns> = "+(_:_:)"
  let negate: FunctionID<() -> FakeAmount, Returns> = "-(_:)"
  let add: FunctionID<(Int) -> Void, Returns> = "+=(_:_:)"
  let isLess: FunctionID<(FakeAmount) -> Bool, Returns> = "<(_:_:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  static func + (left: Self, right: Self) -> Self { left.handleCall(\.plus, right) }
  static prefix func - (value: Self) -> Self { value.handleCall(\.negate) }
  static func += (left: inout Self, right: Int) { left.handleCall(\.add, right, default: ()) }
  static func < (left: Self, right: Self) -> Bool { left.handleCall(\.isLess, right) }
}
