import Faked
import Shapes

struct FakeCache: Cache, Faked {
  let instanceId: FakeInstance
  let getKey: FunctionID<(String) -> Int?, Returns> = "subscript(_:).get"
  let setKey: FunctionID<(String, Int?) -> Void, Returns> = "subscript(_:).set"
  private let subscriptKeyValues = Captured<[[AnyHashable]: Int?]>([:])
  let getRowColumn: FunctionID<(String, Int) -> Character, Returns> = "subscript(_:_:).get"
  let setRowColumn: FunctionID<(String, Int, Character) -> Void, Returns> = "subscript(_:_:).set"
  private let subscriptRowColumnValues = Captured<[[AnyHashable]: Character]>([:])
  let getAt: FunctionID<(Int) -> Int, Throws> = "subscript(at:)"
  let getAny: FunctionID<(any Hashable) -> String, Returns> = "subscript(any:)"

  init(_ name: String? = nil) { instanceId = FakeInstance(name) }

  subscript(key: String) -> Int? {
    get { handleCall(\.getKey, key, default: subscriptKeyValues.value[[key]] ?? nil) }
    nonmutating set {
      subscriptKeyValues.withValue { $0[[key]] = newValue }
      handleCall(\.setKey, key, newValue, default: ())
    }
  }

  subscript(row: String, column: Int) -> Character {
    get {
      guard let value = subscriptRowColumnValues.value[[row, column]] else {
        return handleCall(\.getRowColumn, row, column)
      }
      return handleCall(\.getRowColumn, row, column, default: value)
    }
    nonmutating set {
      subscriptRowColumnValues.withValue { $0[[row, column]] = newValue }
      handleCall(\.setRowColumn, row, column, newValue, default: ())
    }
  }

  subscript(at index: Int) -> Int { get throws { try handleCall(\.getAt, index) } }
  subscript<Key: Hashable>(any key: Key) -> String { handleCall(\.getAny, key) }
}
