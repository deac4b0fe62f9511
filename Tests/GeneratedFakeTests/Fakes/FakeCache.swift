import Faked
import Shapes

struct FakeCache: Cache, Faked {
  let instanceId = FakeInstance()
  let getKey: FunctionID<(String) -> Int?> = "subscript.get"
  let setKey: FunctionID<(String, Int?) -> Void> = "subscript.set"
  let getAt: FunctionID<(Int) throws -> Int> = "subscript(at:)"
  let getAny: FunctionID<(any Hashable) -> String> = "subscript(any:)"

  subscript(key: String) -> Int? {
    get { handleCall(\.getKey, key) }
    nonmutating set { handleCall(\.setKey, key, newValue, default: ()) }
  }

  subscript(at index: Int) -> Int { get throws { try handleCall(\.getAt, index) } }
  subscript<Key: Hashable>(any key: Key) -> String { handleCall(\.getAny, key) }
}
