import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeFiles: Files, Faked {
  let instanceId = FakeInstance()
  // The ID of close() is closeID: an ID cannot have the name of another member.
  let write: FunctionID<(String, Int) -> Void, Throws> = "write(_:_:)"
  let closeID: FunctionID<() -> Void, Returns> = "close()"
  let read: FunctionID<(String) -> Int, Throws> = "read(_:)"

  func write(_ key: String, _ value: Int) throws {
    try handleCall(\.write, key, value, default: ())
  }

  func close() { handleCall(\.closeID, default: ()) }
  func read(_ key: String) throws -> Int { try handleCall(\.read, key) }
}
