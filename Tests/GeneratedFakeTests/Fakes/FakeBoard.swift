import Faked
import Shapes

struct FakeBoard: Board, Faked {
  let instanceId = FakeInstance()
  let get: FunctionID<(Int, Int) -> Character, Returns> = "subscript(_:_:)"

  subscript(row: Int, column: Int) -> Character { handleCall(\.get, row, column) }
}
