public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

public protocol RequestBuilder {
  var baseURL: URL { get }
  var defaultHeaders: [String: String] { get set }
  func request(path: String, method: String, body: (any Encodable)?) throws -> URLRequest
  func request<Body: Encodable>(path: String, body: Body) throws -> URLRequest
}
public protocol Interceptor { func intercept(_ request: inout URLRequest) async throws }
public protocol LegacyClient {
  func get(_ path: String, success: @escaping (JSON) -> Void, failure: @escaping (Error) -> Void)
  func post(_ path: String, parameters: JSON?, completion: Completion<JSON>?)
  func load(_ codable: any CodableUser.Type) -> Codable?
  func types() -> [Error.Type]
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
public protocol Cache<Key, Value>: AnyObject {
  associatedtype Key: Hashable
  associatedtype Value
  var count: Int { get }
  subscript(key: Key) -> Value? { get set }
  func removeAll(where shouldRemove: (Key) -> Bool)
}
public protocol ImageCache: Cache where Key == URL, Value == Data {}
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
public protocol Snapshot: Codable, Equatable {
  var version: Int { get }; static func load() throws -> Self?
}
public protocol Cursor: IteratorProtocol where Element == Order { mutating func reset() }
public protocol Rows: AsyncSequence where Element == String { var table: String { get } }
public protocol Cases: CaseIterable, RawRepresentable where RawValue == String {
  var label: String { get }
}
public protocol Builder<Product> { associatedtype Product; func build() -> Product }
public protocol Buildable { associatedtype B: Builder; func builder() -> B }
public protocol Container {
  associatedtype Inner: Container where Inner.Element == Element; associatedtype Element;
  func inner() -> Inner?; func element() -> Element
}
public protocol Mailer {
  func send(_ text: String, to reader: String) async throws -> Int; func send(_ text: String);
  func send(to reader: String) async throws;
  func send(_ text: Data, to reader: String) async throws -> Int; func reset()
}
public protocol Dice {
  func roll(_ generator: inout some RandomNumberGenerator) -> Int;
  func roll(sides: Int, using generator: inout any RandomNumberGenerator) -> Int
}
public protocol Animator {
  func animate(duration: TimeInterval, _ body: @escaping @MainActor () -> Void);
  func animate(_ body: @MainActor @Sendable () -> Void) async;
  @MainActor func run(_ body: @MainActor () -> Void)
}
public protocol Loadable: Sendable { func load() async throws -> Int; var isLoaded: Bool { get } }
@MainActor public protocol LoadableScreen: Loadable { func reload(); var spinner: Bool { get set } }
@MainActor public protocol NamedScreen: CustomStringConvertible { func draw() }
@MainActor public protocol ListScreen: Identifiable {
  associatedtype Item; var items: [Item] { get set }; func select(_ item: Item)
}
@Database public protocol Table {
  func insert(_ row: [String: Any]) throws; var count: Int { get };
  nonisolated func name() -> String
}
public protocol Gesture {
  var onTap: () -> Void { get set }; var onDrag: (Double, Double) -> Bool { get set };
  var onEnd: (@Sendable () async -> Void)? { get set }
}
public protocol Accessible: NSObjectProtocol, CustomStringConvertible {
  var label: String { get set }; func announce(_ text: String)
}
public protocol Localizer {
  func text(_ key: String, _ arguments: any CVarArg...) -> String;
  func plural(_ key: String, count: Int) -> String; var locale: Locale { get }
}
public protocol ImageLoader {
  func image(at url: URL) async throws -> Data; func prefetch(_ urls: some Collection<URL>);
  func add(_ filter: inout some Themed); func filters() -> [any Themed]
}
@MainActor public protocol Banner: AnyObject, Sendable {
  static var shared: Self { get }; static func make(_ text: String) -> Self; func dismiss()
}
#if os(Linux)
  public protocol LinuxOnly { func run() }
#else
  public protocol NotLinux { func run() }
#endif
public protocol Conditional {
  func always()
  #if DEBUG || !RELEASE
    func sometimes(_ value: Int) -> Int
    var flag: Bool { get set }
  #endif
  #if os(Windows)
    func never()
  #elseif os(Linux)
    func linux() -> String
  #else
    func apple()
  #endif
}
public protocol SessionStore: AnyObject {
  var token: Token? { get set }; var expires: Date? { get set }; var isValid: Bool { get };
  func clear()
}
public protocol Mapper<From, To> {
  associatedtype From; associatedtype To; func map(_ value: From) throws -> To;
  func map(_ values: [From]) throws -> [To]
}
public protocol UserMapper: Mapper where From == [String: String], To == User {}
public protocol Effect { func run(_ send: @escaping @Sendable (String) async -> Void) async }
public protocol Observer: AnyObject { associatedtype Event; func notify(_ event: Event) }
public protocol Subject {
  associatedtype Event; func add<O: Observer>(_ observer: O) where O.Event == Event;
  func send(_ event: Event)
}
public protocol Strategy: Sendable {
  func choose<C: Collection>(from values: C) -> C.Element? where C.Element: Comparable
}
