import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeWords: Words, Faked {
  let instanceId = FakeInstance()
  // No property can be called init beside the method: its ID ends in ID.
  let `repeat`: FunctionID<(Int, Int) -> Int, Returns> = "repeat(in:default:)"
  let initID: FunctionID<() -> Int, Returns> = "init()"
  let ask: FunctionID<(Int, Int, Int) -> Int, Returns> = "ask(_:where:_:)"
  let getDefault: FunctionID<() -> Int, Returns> = "default"

  func `repeat`(in: Int, default other: Int) -> Int { handleCall(\.repeat, `in`, other) }
  func `init`() -> Int { handleCall(\.initID) }

  func ask(_ selfValue: Int, where `class`: Int, _ value: Int) -> Int {
    handleCall(\.ask, selfValue, `class`, value)
  }

  var `default`: Int { handleCall(\.getDefault) }
}
