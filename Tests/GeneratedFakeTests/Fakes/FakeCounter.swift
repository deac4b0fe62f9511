import Faked
import Shapes

struct FakeCounter: Counter, Faked {
  let instanceId = FakeInstance()
  let increment: FunctionID<(Int, Int) -> (Int, Bool), Returns> = "increment(_:by:)"
  let double: FunctionID<(Int) -> Int, Returns> = "double(_:)"

  func increment(_ number: inout Int, by step: Int) -> Bool {
    let result: Bool
    (number, result) = handleCall(\.increment, number, step)
    return result
  }

  func double(_ number: inout Int) { number = handleCall(\.double, number, default: number) }
}
