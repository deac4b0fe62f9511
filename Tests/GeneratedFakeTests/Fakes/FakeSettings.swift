import Faked
import Shapes

struct FakeSettings: Settings, Faked {
  let instanceId: FakeInstance
  let setIntFor: FunctionID<(Int, String) -> Void, Throws> = "set(_: Int, for: String)"
  let setStringFor: FunctionID<(String, String) -> Void, Throws> = "set(_: String, for: String)"
  let setAt: FunctionID<(String, String) -> Void, Throws> = "set(_:at:)"
  let loadID: FunctionID<() -> Void, Throws> = "load()"
  let loadInt: FunctionID<(String) -> Int, Throws> = "load(_: String) throws -> Int"
  let loadString: FunctionID<(String) -> String, Throws> = "load(_: String) throws -> String"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  func set(_ value: Int, for key: String) throws {
    try handleCall(\.setIntFor, value, key, default: ())
  }

  func set(_ value: String, for key: String) throws {
    try handleCall(\.setStringFor, value, key, default: ())
  }

  func set(_ value: String, at index: String) throws {
    try handleCall(\.setAt, value, index, default: ())
  }

  func load() throws { try handleCall(\.loadID, default: ()) }
  func load(_ key: String) throws -> Int { try handleCall(\.loadInt, key) }
  func load(_ key: String) throws -> String { try handleCall(\.loadString, key) }
}
