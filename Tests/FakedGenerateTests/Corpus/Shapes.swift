public import Foundation

public protocol Underscored {
  func _hidden(_ value: Int) -> Int; var _state: String { get set }; func shown()
}
public protocol _Private { func run(); func _run() }
private protocol FilePrivate { func run() }
enum Namespace {
  protocol Nested { func step(_ step: Flow.Step) -> Flow.Step.Kind };
  private enum Hidden { protocol Deep { func run() } }
}
public protocol WordWord { func wordWord(_ wordWord: Int) -> Int }
public protocol Qualified {
  func all(_ data: Data, _ notification: Notification, _ operation: Operation, _ process: Process)
    -> Locale;
  func more(_ logger: Logger, _ result: Result, _ task: Task) -> Timer;
  func library(_ captured: Captured, _ matcher: Matcher, _ returns: Returns) -> Notification.Name
}
public protocol Clashing {
  func handleCall(_ value: Int) -> Int; func log(_ handleCall: Int); func when(_ verify: String);
  subscript(handleCall: Int) -> Int { get }
}
public protocol Reserved {
  func `repeat`(`in`: Int, `default` value: Int) -> Int; func `init`(); func `self`() -> Int;
  var `default`: Int { get set }; func `Type`(_ self: Int); func hold(_ newValue: Int, value: Int)
}
public protocol Overloads {
  func load(); func load() async throws -> Int; func load(_ key: String) -> Int;
  func load(_ key: String) -> String; func load(_ key: Int); func load(key: String);
  func load(key: String, limit: Int) throws; func load<T>(_ type: T.Type) -> T;
  static func load(_ key: String) -> Int; func loadKey()
}
public protocol Conditions {
  func zip<A, B>(_ a: A, _ b: B) -> Bool where A: Equatable, B: Sequence, B.Element == A
}
public protocol BaseConditions {
  func same<A: Sequence, B: Sequence>(_ a: A, _ b: B)
  where A.Element == B.Element, A.Element: Hashable
}
public protocol SubConditions: BaseConditions {
  func same<A: Sequence, B: Sequence>(_ a: A, _ b: B)
  where A.Element: Hashable, B.Element == A.Element
}
public protocol FirstName { var name: String { get } }
public protocol SecondName { var name: String { get set } }
public protocol BothNames: FirstName, SecondName { func rename() }
public protocol TypedA { associatedtype Value; var value: Value { get } }
public protocol TypedB { associatedtype Other; var value: [Other] { get } }
public protocol TypedC: TypedA, TypedB { func both() -> Value }
public protocol Sending {
  func give(_ value: sending Document) -> sending Document; func take(_ value: consuming Data);
  func look(at value: borrowing Data) -> Int
}
public protocol TypedThrowing {
  associatedtype Failure: Error; func run() throws(Failure) -> Int;
  func stop() async throws(Failure);
  func rethrow<E: Error>(_ body: () throws(E) -> Int) throws(E) -> Int;
  func never() throws(Never) -> Int; func any() throws(any Error)
}
public protocol Metatypes {
  func make(_ type: any Model.Type) -> any Model; func name(of type: Any.Type) -> String;
  func kinds() -> [ObjectIdentifier]; func register(_ type: (any Codable & Sendable).Type)
}
public protocol Closures {
  func twice(_ body: (Int) throws -> Int) rethrows -> Int; func each(_ body: (Int, String) -> Void);
  func later(_ body: @escaping (Int) -> (String) -> Bool); func maybe(_ body: ((Int) -> Void)?);
  func nested(_ body: ((Int) -> Void) -> Void); func main(_ body: @MainActor () -> Void);
  func handler(_ handler: @escaping Handler, _ other: Handler);
  func convention(_ body: @convention(c) (Int) -> Int)
}
public protocol Optionals {
  func a(_ value: Int??) -> String!; var b: Int! { get set }; func c() -> [Int?]?;
  func d(_ value: [String: Int?])
}
nonisolated public protocol Operators: Equatable {
  static func + (left: Self, right: Self) -> Self; static func < (left: Self, right: Int) -> Bool;
  static prefix func ! (value: Self) -> Bool; static func += (left: inout Self, right: Self);
  static func == (left: Self, right: Self) -> Bool
}
public protocol Initials {
  init(); init(_ value: Int); init?(text: String); init(from url: URL) async throws
}
public protocol Isolations: Sendable {
  func on(_ actor: isolated (any Actor)?) async -> Int; @MainActor func main() -> Int;
  @concurrent func concurrent() async -> Int; nonisolated(nonsending) func caller() async -> Int
}
public protocol ActorBound: Actor {
  func count() -> Int; var total: Int { get }; func wait(_ document: Document) async;
  nonisolated var id: Int { get }; init(total: Int)
}
public protocol Distributed2: Sendable {
  func call(_ id: UUID, _ done: @Sendable @escaping (Swift.Result<Int, any Error>) async -> Void)
}
public protocol NestedGeneric {
  func node(_ node: Node<Int>) -> Node<[String]>;
  func inner(_ inner: Wrapper<Int>.Inner) -> Wrapper<String>.Inner?;
  func outcome(_ outcome: Outcome<User>) -> Outcome<[User]>
}
public protocol Existentials {
  func any(_ value: any Equatable) -> any Hashable;
  func primary(_ values: any Sequence<Int>) -> any Collection<String>;
  func both(_ value: any Model & Themed) -> (any Model & AnyObject)?;
  var delegate: (any Model)? { get set }; func object(_ value: AnyObject) -> Any
}
public protocol Available {
  @available(macOS 14, iOS 17, *) func new() -> Int;
  @available(*, deprecated, message: "use \"new\"") func old(); func always()
}
@available(macOS 13.3, *) public protocol AvailableProtocol { func run() }
@available(*, deprecated, renamed: "Available") public protocol DeprecatedProtocol { func run() }
public protocol Results {
  @discardableResult func drop() -> Int; func void() -> Void; func empty() -> ();
  func never() -> Never; func selfish() -> Self; func optionalSelf(_ other: Self?) -> Self?;
  func selves() -> [Self]
}
public protocol Accessors {
  var a: Int { mutating get }; var b: Int { get throws }; var c: Int { get async };
  var d: Int { get async throws(LoadError) }; var e: Int { mutating get nonmutating set };
  subscript(a: Int, b: Int) -> Int { get set }; subscript<T: Hashable>(key key: T) -> T { get };
  var closure: (() -> Int)! { get set }
}
public protocol Objects: NSObjectProtocol { init(); func run(); var name: String { get set } }
public protocol ObjectBound: NSObject { func run(_ value: Int) -> Int }
public protocol ObjectCopied: NSObject, NSCopying { func run() }
@_spi(Internals) public protocol SPIProtocol { func run() }
public protocol SPIMember { func shown(); @_spi(Internals) func hidden(_ value: Int) -> Int }
public protocol ErrorLike: Error, LocalizedError { var code: Int { get } }
public protocol Keyed: CodingKey { var path: String { get } }
public protocol Coded: NSCoding { var version: Int { get } }
public protocol Copied: NSCopying { var version: Int { get } }
public protocol LongNames {
  func configureTheConnectionToTheServer(
    withAuthenticationToken token: Token,
    andAnExtraLongParameterLabel value: [String: [Int: Swift.Result<User, LoadError>]],
    completionHandlerForTheConnection completion:
      @escaping @Sendable (Swift.Result<[String: User], any Error>) async throws -> Void
  ) async throws -> [String: [Int: Swift.Result<User, LoadError>]]
}
public protocol Emoji { func 日本語(_ größe: Int) -> String; var π: Double { get set } }
public protocol Raw { var `class`: Int { get }; func `func`(_ `in`: Int); func a(_ b: Int) -> Int }
public protocol Values {
  func a(_ a: UnsafePointer<Int>, _ b: UnsafeMutableRawPointer?);
  func b(_ a: Selector2, _ b: inout [Int], _ c: inout (Int, Int));
  func c(_ a: Unicode.Scalar, _ b: Character, _ c: Substring) -> StaticString
}
public struct Selector2 {}
public protocol Generators {
  associatedtype G: RandomNumberGenerator; func make(_ seed: UInt64) -> G;
  func use(_ generator: inout G) -> Int
}
@MainActor public protocol MainStatics {
  nonisolated static func kind(_ value: Int) -> Int
  static var shared: Int { get set }
}
public protocol GenericStatics<Item> {
  associatedtype Item: Hashable
  associatedtype Failure: Error
  static var identifier: String { get }
  static var items: [Item] { get set }
  static func make(_ item: Item) throws(Failure) -> Self
  static func all() async throws -> [Item: Self]
  static func reset()
  static func find<T: Equatable>(_ value: T, in items: [Item]) -> T?
  static func + (left: Self, right: Item) -> Self
  func run(_ item: Item) -> Item
}
