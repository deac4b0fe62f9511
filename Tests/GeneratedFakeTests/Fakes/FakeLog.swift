import Faked
import Shapes

struct FakeLog: Log, Faked {
  let instanceId: FakeInstance
  let write: FunctionID<(any CustomStringConvertible, Int) -> Void, Returns> = "write(_:level:)"
  let all: FunctionID<([any Sendable], [String: any Sendable], (any Sendable)?) -> Void, Returns> =
    "all(_:_:_:)"
  let each: FunctionID<([Any]) -> Void, Returns> = "each(_:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  func write<Value: CustomStringConvertible>(_ value: Value, level: Int) {
    handleCall(\.write, value, level, default: ())
  }

  func all<Value: Sendable>(_ values: [Value], _ names: [String: Value], _ last: Value?) {
    handleCall(\.all, values, names, last, default: ())
  }

  func each<each Value>(_ values: repeat each Value) {
    var values2: [Any] = []
    repeat values2.append(each values)
    handleCall(\.each, values2, default: ())
  }
}
