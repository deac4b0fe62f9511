@resultBuilder public enum Counted {
  public static func buildBlock(_ parts: Int...) -> Int { parts.count }
}
public protocol Parameters {
  func opaque(_ values: some Collection<some Hashable>) -> Int
  func nothing(_ value: Void)
  func sent(_ a: consuming sending ViewModel, _ b: inout sending ViewModel)
  func built(@Counted _ body: () -> Int) -> Int
  func `await`(`await`: Int, _ copy: borrowing [Int]) async
}
public protocol AsyncClosures {
  func order(_ body: @escaping @concurrent (Int) async -> Void) -> (String) async -> Void
  func typed(_ body: @escaping () async throws(LoadError) -> Int)
  func nested(_ body: (@concurrent (Int) async -> Void, () async throws -> Int) async -> Void)
  var onChange: (@MainActor (Int) -> Void)? { get set }
}
public protocol Manufactured<Maker> { associatedtype Maker }
public protocol Remade: Manufactured<Int> { init(current: Maker) }
public protocol Shareable: AnyObject {
  static var shared: Self { get }
  init()
  func tearDown()
}
nonisolated public protocol Described: CustomStringConvertible {
  var description: String { get set }
}
nonisolated public protocol DescribedAgent: Actor, CustomStringConvertible {
  func run()
  func tearDown()
}
@MainActor public protocol MainValue: Hashable, Codable {
  init(a: Int)
  nonisolated init(b: String)
  func tearDown()
}
public protocol Endless: AsyncSequence where Element == Int, Failure == Never {}
public protocol Failing<Element, Failure>: AsyncSequence {
  associatedtype Failure: Error
  func fail(_ failure: Failure)
}
public protocol Rowing {
  associatedtype Row
  associatedtype Rows: Collection where Rows.Element == Row
  func rows(_ row: Row) -> Rows
}
public protocol TextRowing: Rowing where Rows == Set<String> {}
public struct Slot<Value: ~Copyable>: ~Copyable {}
extension Slot: Copyable where Value: Copyable {}
public struct Pointing<Value: ~Copyable> {}
public protocol Slots { func slot(_ slot: Slot<Int>, _ other: Pointing<Int>) -> [Slot<String>] }
public struct Tag<Value, Name>: Sendable
where Value: ~Copyable, Name: Sendable {}
public protocol Tagging { func tag(_ tag: Tag<Int, String>) -> Tag<String, Int> }
#if compiler(>=6.2)
  public protocol Inline { func inline(_ values: InlineArray<4, Int8>) -> [2 of Int]? }
#endif
@available(swift 5) public protocol Versioned { @available(swift, introduced: 5.9) func run() }
package protocol Packaged { func user(_ user: User) -> User.ID; var count: Int { get set } }
package protocol Within { func run() }
public protocol UserRows: Rowed<User> { func first() -> User.ID? }
public protocol OrderRows: Rowed<Order> {}
public protocol Rowed<Row> { associatedtype Row: Identifiable; func row(_ id: Row.ID) -> Row }
public protocol Others {
  associatedtype Item
  associatedtype OtherItem
  func convert<Item, OtherOtherItem>(_ item: Item, _ other: OtherOtherItem) -> OtherItem
}
public protocol KeyedModel: Decodable {
  associatedtype CodingKeys: CodingKey
  var keys: [CodingKeys] { get }
}
