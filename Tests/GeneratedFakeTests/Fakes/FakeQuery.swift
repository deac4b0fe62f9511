import Faked
import Foundation
import Shapes

struct FakeQuery: Query, Faked {
  let instanceId = FakeInstance()
  let filter: FunctionID<(String) -> FakeQuery, Returns> = "filter(_:)"
  let merged: FunctionID<(FakeQuery?) -> Int, Returns> = "merged(with:)"

  func filter(_ text: String) -> Self { handleCall(\.filter, text, default: self) }
  func merged(with other: Self?) -> Int { handleCall(\.merged, other) }
}
