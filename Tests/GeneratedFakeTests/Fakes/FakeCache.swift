import Faked
import Shapes

struct FakeCache: Cache, Faked {
  let instanceId = FakeInstance()
  let getKey: FunctionID<(String) -> Int?, Returns> = "subscript(_:).get"
  let setKey: FunctionID<(String, Int?) -> Void, Returns> = "subscript(_:).set"
  let getAt: FunctionID<(Int) -> Int, Throws> = "subscript(at:)"
  let getAny: FunctionID<(any Hashable) -> String, Returns> = "subscript(any:)"

  subscript(key: String) -> Int? {
    get { handleCall(\.getKey, key) }
    nonmutating set { handleCall(\.setKey, key, newValue, default: ()) }
  }

  subscript(at index: Int) -> Int { get throws { try handleCall(\.getAt, index) } }
  subscript<Key: Hashable>(any key: Key) -> String { handleCall(\.getAny, key) }
}
