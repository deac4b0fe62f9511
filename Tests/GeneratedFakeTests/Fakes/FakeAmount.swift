import Faked
import Shapes

struct FakeAmount: Amount, Faked {
  let instanceId: FakeInstance
  let plus: FunctionID<(FakeAmount) -> FakeAmount, Returns> = "+(_:_:)"
  let prefixMinus: FunctionID<() -> FakeAmount, Returns> = "-(_:)"
  let plusEqual: FunctionID<(Int) -> Void, Returns> = "+=(_:_:)"
  let less: FunctionID<(FakeAmount) -> Bool, Returns> = "<(_:_:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  static func + (left: Self, right: Self) -> Self { left.handleCall(\.plus, right) }
  static prefix func - (value: Self) -> Self { value.handleCall(\.prefixMinus) }
  static func += (left: inout Self, right: Int) { left.handleCall(\.plusEqual, right, default: ()) }
  static func < (left: Self, right: Self) -> Bool { left.handleCall(\.less, right) }

  static func == (left: FakeAmount, right: FakeAmount) -> Bool {
    left.instanceId == right.instanceId
  }
}
