import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeWords: Words, Faked {
  let instanceId = FakeInstance()
  // The ID of init() is initID: an ID cannot have the name of another member.
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
