import Faked
import Shapes

struct FakeLoader: Loader, Faked {
  let instanceId: FakeInstance
  let load: FunctionID<(String) -> any Decodable, Throws> = "load(_:)"
  let list:
    FunctionID<
      (any (Decodable & Sendable).Type) -> [any Decodable & Sendable], AsyncThrows
    > = "list(of:)"
  let change: FunctionID<(Any) -> (Any, Bool), Returns> = "change(_:)"
  let page: FunctionID<(Int) -> (value: any Decodable, next: Int?), Throws> = "page(_:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  func load<Value: Decodable>(_ key: String) throws -> Value {
    try handleCall(\.load, key, as: Value.self)
  }

  func list<Value: Decodable & Sendable>(of type: Value.Type) async throws -> [Value] {
    try await handleCall(\.list, type, as: [Value].self)
  }

  func change<Value>(_ value: inout Value) -> Bool {
    let result: Bool
    (value, result) = handleCall(\.change, value, as: (Value, Bool).self)
    return result
  }

  func page<Value: Decodable>(_ number: Int) throws -> (value: Value, next: Int?) {
    try handleCall(\.page, number, as: (value: Value, next: Int?).self)
  }
}
