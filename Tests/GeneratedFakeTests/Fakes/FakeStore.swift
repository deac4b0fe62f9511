import Faked
import Foundation
import Shapes

struct FakeStore: Store, Faked {
  let instanceId: FakeInstance
  let put: FunctionID<(String) -> Int, ThrowsOnly<StoreError>> = "put(_:)"
  let fetch: FunctionID<(URL) -> Void, AsyncThrowsOnly<StoreError>> = "fetch(_:)"
  let map: FunctionID<() -> [Int], Returns> = "map(_:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  func put(_ key: String) throws(StoreError) -> Int { try handleCall(\.put, key) }

  func fetch(_ url: URL) async throws(StoreError) {
    try await handleCall(\.fetch, url, default: ())
  }

  // A guess: body runs with the values that a stub returns.
  func map<Value>(_ body: (Int) throws -> Value) rethrows -> [Value] {
    try handleCall(\.map).map(body)
  }
}
