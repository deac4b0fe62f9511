import Faked
import Shapes

struct FakeCache: Cache, Faked {
  let instanceId = FakeInstance()
  let getKey: FunctionID<(String) -> Int?, Returns> = "subscript(_:).get"
  let setKey: FunctionID<(String, Int?) -> Void, Returns> = "subscript(_:).set"
  private let subscriptKeyValues = Captured<[[AnyHashable]: Int?]>([:])
  let getRow: FunctionID<(String, Int) -> Character, Returns> = "subscript(_:_:).get"
  let setRow: FunctionID<(String, Int, Character) -> Void, Returns> = "subscript(_:_:).set"
  private let subscriptRowValues = Captured<[[AnyHashable]: Character]>([:])
  let getAt: FunctionID<(Int) -> Int, Throws> = "subscript(at:)"
  let getAny: FunctionID<(any Hashable) -> String, Returns> = "subscript(any:)"

  subscript(key: String) -> Int? {
    get { handleCall(\.getKey, key, default: subscriptKeyValues.value[[key]] ?? nil) }
    nonmutating set {
      subscriptKeyValues.withValue { $0[[key]] = newValue }
      handleCall(\.setKey, key, newValue, default: ())
    }
  }

  subscript(row: String, column: Int) -> Character {
    get {
      guard let value = subscriptRowValues.value[[row, column]] else {
        return handleCall(\.getRow, row, column)
      }
      return handleCall(\.getRow, row, column, default: value)
    }
    nonmutating set {
      subscriptRowValues.withValue { $0[[row, column]] = newValue }
      handleCall(\.setRow, row, column, newValue, default: ())
    }
  }

  subscript(at index: Int) -> Int { get throws { try handleCall(\.getAt, index) } }
  subscript<Key: Hashable>(any key: Key) -> String { handleCall(\.getAny, key) }
}
