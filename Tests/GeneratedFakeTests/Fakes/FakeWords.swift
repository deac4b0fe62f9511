import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeWords: Words, Faked {
  struct IDs {
    let `default`: FunctionID<() -> Int> = "default"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let `repeat`: FunctionID<(Int, Int) -> Int> = "repeat"
  let initID: FunctionID<() -> Int> = "init"
  let ask: FunctionID<(Int, Int, Int) -> Int> = "ask"

  func `repeat`(in: Int, default other: Int) -> Int { handleCall(\.repeat, `in`, other) }
  func `init`() -> Int { handleCall(\.initID) }

  func ask(_ selfValue: Int, where `class`: Int, _ value: Int) -> Int {
    handleCall(\.ask, selfValue, `class`, value)
  }

  var `default`: Int { handleCall(\.id.default) }
}
