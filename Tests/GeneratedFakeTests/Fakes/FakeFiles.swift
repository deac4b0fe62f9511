import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeFiles: Files, Faked {
  struct IDs {
    let close: FunctionID<() -> Void> = "close"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let write: FunctionID<(String, Int) throws -> Void> = "write"
  let read: FunctionID<(String) throws -> Int> = "read"

  func write(_ key: String, _ value: Int) throws { try handleCall(\.write, key, value) }
  func close() { handleCall(\.id.close, default: ()) }
  func read(_ key: String) throws -> Int { try handleCall(\.read, key) }
}
