import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeSettings: Settings, Faked {
  struct IDs {
    let load: FunctionID<() throws -> Void> = "load()"
  }

  let instanceId = FakeInstance()
  let id = IDs()
  let setInt: FunctionID<(Int, String) throws -> Void> = "set(_: Int, for: String)"
  let setString: FunctionID<(String, String) throws -> Void> = "set(_: String, for: String)"
  let setAt: FunctionID<(String, String) throws -> Void> = "set(_:at:)"
  let loadInt: FunctionID<(String) throws -> Int> = "load(_: String) -> Int"
  let loadString: FunctionID<(String) throws -> String> = "load(_: String) -> String"

  func set(_ value: Int, for key: String) throws { try handleCall(\.setInt, value, key) }
  func set(_ value: String, for key: String) throws { try handleCall(\.setString, value, key) }
  func set(_ value: String, at index: String) throws { try handleCall(\.setAt, value, index) }
  func load() throws { try handleCall(\.id.load) }
  func load(_ key: String) throws -> Int { try handleCall(\.loadInt, key) }
  func load(_ key: String) throws -> String { try handleCall(\.loadString, key) }
}
