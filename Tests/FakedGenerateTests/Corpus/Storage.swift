public import Foundation

public protocol KeyValueStore {
  func string(forKey key: String) -> String?
  func set(_ value: String?, forKey key: String)
  func set(_ value: Int, forKey key: String)
  func set(_ value: Bool, forKey key: String)
  func removeObject(forKey key: String)
}
public protocol Keychain {
  func data(for key: String) throws -> Data?
  func set(_ data: Data, for key: String) throws
  func delete(_ key: String) throws
}
public protocol Repository<Entity> {
  associatedtype Entity: Identifiable & Sendable
  func find(_ id: Entity.ID) async throws -> Entity?
  func all() async throws -> [Entity]
  func save(_ entity: Entity) async throws
  func delete(_ id: Entity.ID) async throws
}
public protocol UserRepository: Repository where Entity == User {
  func find(email: String) async throws -> User?
}
public protocol OrderRepository: Repository<Order> { func total(of ids: [Order.ID]) -> Money }
public protocol Cache<Key, Value>: AnyObject {
  associatedtype Key: Hashable
  associatedtype Value
  var count: Int { get }
  subscript(key: Key) -> Value? { get set }
  func removeAll(where shouldRemove: (Key) -> Bool)
}
public protocol ImageCache: Cache where Key == URL, Value == Data {}
public protocol FileSystem: Sendable {
  func contents(of url: URL) throws -> Data
  func write(_ data: Data, to url: URL, atomically: Bool) throws
  func exists(_ url: URL) -> Bool
  func list(_ url: URL) throws -> [URL]
  @discardableResult func remove(_ url: URL) -> Bool
}
public protocol Transaction {
  func perform(_ body: () throws -> Void) rethrows
  func perform<T>(_ body: (inout Int) throws -> T) rethrows -> T
  func read<T: Sendable>(_ body: @Sendable () async throws -> T) async rethrows -> T
}
public protocol Migration: Comparable {
  var version: Int { get }
  init(version: Int)
  func migrate(from old: Int) throws
}
public protocol Row: Identifiable { var id: String { get }; var title: String { get } }
public protocol Record: Identifiable, Hashable where ID == UUID { var createdAt: Date { get } }
public protocol Section: Identifiable {
  associatedtype Item: Row; var items: [Item] { get }; var id: Int { get }
}
public protocol Syncable: AnyObject {
  var lastSync: Date? { get set }; var isDirty: Bool { get set }; func sync() async throws
}
public protocol Query { associatedtype Key: Equatable; func matches(_ key: Key) -> Bool }
public protocol SelfQuery: Query where Key == Self { func negated() -> Self }
public protocol Codec {
  func encode<T: Encodable>(_ value: T) throws -> Data;
  func decode<T: Decodable>(_ data: Data) throws -> T
}
public protocol ChangeTracker {
  var changes: [(key: String, old: Any?, new: Any?)] { get };
  func record(_ operation: Operation, on key: String)
}
public protocol Store: Sendable {
  associatedtype State: Sendable; var state: State { get async };
  func update(_ change: @Sendable (inout State) -> Void) async
}
public protocol Snapshot: Codable, Equatable {
  var version: Int { get }; static func load() throws -> Self?
}
public protocol Iterating: Sequence where Element == User { var isEmpty: Bool { get } }
public protocol Cursor: IteratorProtocol where Element == Order { mutating func reset() }
public protocol Rows: AsyncSequence where Element == String { var table: String { get } }
public protocol Backup {
  func run(progress: (Double) -> Void) throws -> URL;
  func restore(_ url: URL, progress: ((Double) -> Void)?) throws
}
public protocol Index {
  func insert(_ id: Int, _ words: String...);
  func search(_ text: String, limit: Int, offset: Int) -> [Int];
  func search(_ text: String) -> [Int]
}
public protocol Blob {
  func read(_ range: Range<Int>) throws -> Data;
  func read(_ range: ClosedRange<Int>) throws -> Data;
  func write(_ bytes: UnsafeRawBufferPointer) throws -> Int
}
public protocol Lock {
  func withLock<R>(_ body: () throws -> R) rethrows -> R; func tryLock(_ body: () -> Void) -> Bool
}
public protocol Defaults {
  var isFirstRun: Bool { get set }; var launches: Int { get set }; var name: String { get set };
  var token: Token? { get set }; var order: Order { get set }; static var suite: String { get set }
}
public protocol Cases: CaseIterable, RawRepresentable where RawValue == String {
  var label: String { get }
}
public protocol Builder<Product> { associatedtype Product; func build() -> Product }
public protocol Buildable { associatedtype B: Builder; func builder() -> B }
public protocol Tree { associatedtype Child: Tree; var children: [Child] { get } }
public protocol Container {
  associatedtype Inner: Container where Inner.Element == Element; associatedtype Element;
  func inner() -> Inner?; func element() -> Element
}
