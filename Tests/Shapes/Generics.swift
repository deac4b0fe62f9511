package protocol Log {
  func write<Value: CustomStringConvertible>(_ value: Value, level: Int)
  func all<Value: Sendable>(_ values: [Value], _ names: [String: Value], _ last: Value?)
  func each<each Value>(_ values: repeat each Value)
}

package protocol Loader {
  func load<Value: Decodable>(_ key: String) throws -> Value
  func list<Value: Decodable & Sendable>(of type: Value.Type) async throws -> [Value]
  func change<Value>(_ value: inout Value) -> Bool
  func page<Value: Decodable>(_ number: Int) throws -> (value: Value, next: Int?)
}

package protocol Repository<Item> {
  associatedtype Item: Equatable
  associatedtype Rows: Sequence where Rows.Element == Item
  func add(_ item: Item) throws
  func all() throws -> Rows
}
