import Faked
import Foundation
import Shapes
import ShapesBase

struct FakeStore: Store, Faked {
  let instanceId = FakeInstance()
  let put: FunctionID<(String) throws(StoreError) -> Int> = "put"
  let fetch: FunctionID<(URL) async throws(StoreError) -> Void> = "fetch"
  let map: FunctionID<() -> [Int]> = "map"

  func put(_ key: String) throws(StoreError) -> Int { try handleCall(\.put, key) }

  func fetch(_ url: URL) async throws(StoreError) {
    try await handleCall(\.fetch, url, default: ())
  }

  func map<Value>(_ body: (Int) throws -> Value) rethrows -> [Value] {
    try handleCall(\.map).map(body)
  }
}
