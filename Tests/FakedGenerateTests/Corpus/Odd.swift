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
public protocol Rowing {
  associatedtype Row
  associatedtype Rows: Collection where Rows.Element == Row
  func rows(_ row: Row) -> Rows
}
public protocol TextRowing: Rowing where Rows == Set<String> {}
public protocol Naming { associatedtype FunctionID; func id() -> FunctionID }
