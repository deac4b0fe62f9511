public import Foundation

public protocol AuthService {
  func signIn(email: String, password: String) async throws -> User
  func signIn(with token: Token) async throws -> User
  func signIn(_ provider: String, completion: @escaping (Swift.Result<User, LoadError>) -> Void)
  func signOut()
  var currentUser: User? { get }
  var users: AsyncStream<User?> { get }
}
public protocol Biometrics {
  var isAvailable: Bool { get }; func authenticate(reason: String) async -> Bool
}
public protocol Cart: AnyObject {
  var items: [Order] { get set }; var total: Money { get }; func add(_ order: Order, quantity: Int);
  func remove(at index: Int); func clear()
}
public protocol PaymentGateway: Sendable {
  func authorize(_ amount: Money, card: String) async throws(LoadError) -> String
  func capture(_ id: String) async throws(LoadError)
  func refund(_ id: String, amount: Money?) async throws(LoadError) -> Bool
}
public protocol PriceFormatter {
  func format(_ money: Money) -> String; func format(_ money: Money, currency: String) -> String;
  func format(_ range: ClosedRange<Money>) -> String
}
public protocol Inventory {
  func stock(of id: Int) -> Int; func reserve(_ id: Int, count: Int) throws -> Bool;
  func release(_ id: Int, count: Int) throws
}
public protocol Discount {
  func apply(to money: inout Money); func applies(to order: Order) -> Bool
}
public protocol Shipping {
  func rates(for address: [String: String], weight: Measurement) async throws -> [(
    name: String, price: Money
  )]; func track(_ code: String) -> AsyncThrowingStream<Notification, any Error>
}
public protocol Analytics: Sendable {
  func track(_ event: String, properties: [String: any Sendable]); func track(_ event: String);
  func identify(_ user: User?); func flush() async
}
public protocol FeatureFlags {
  subscript(flag: String) -> Bool { get }; func value<T>(for key: String, default: T) -> T;
  func isOn(_ key: String) -> Bool
}
public protocol RemoteConfig {
  func fetch() async throws; func string(_ key: String) -> String?; func int(_ key: String) -> Int?;
  func bool(_ key: String) -> Bool
}
public protocol CrashReporter {
  func record(_ error: any Error, userInfo: [String: Any]?);
  func log(_ message: @autoclosure () -> String, file: String, line: UInt)
}
public protocol LocationService: AnyObject {
  var delegate: (any LocationDelegate)? { get set }; var last: Coordinate? { get };
  func start(accuracy: Double); func stop(); func once() async throws -> Coordinate
}
public protocol LocationDelegate: AnyObject {
  func didUpdate(_ coordinates: [Coordinate]); func didFail(_ error: Error)
}
public protocol Geocoder {
  func reverse(_ coordinate: Coordinate) async throws -> [String];
  func forward(_ address: String) async throws -> Coordinate?
}
public protocol MapView {
  var center: Coordinate { get set }; var zoom: Double { get set };
  func add(_ pin: Coordinate, title: String?) -> Int; func remove(pin: Int)
}
public protocol ChatService: Actor {
  var unread: Int { get }; func send(_ text: String, to user: User.ID) async throws -> UUID;
  func messages(in chat: UUID, before: Date?, limit: Int) async throws -> Page<String>;
  func typing(in chat: UUID)
}
public protocol ChatObserver: AnyObject, Sendable {
  func received(_ text: String, in chat: UUID); nonisolated func left(_ chat: UUID)
}
public protocol PushService {
  func register() async throws -> Data; func handle(_ userInfo: [AnyHashable: Any]) -> Bool;
  var badge: Int { get set }
}
public protocol Scheduler: Sendable {
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation;
  var now: ContinuousClock.Instant { get }
}
public protocol Cancellation: Sendable { func cancel() }
public protocol Player: AnyObject {
  var rate: Float { get set }; var duration: TimeInterval { get }; var volume: Float { get set };
  func play(); func pause(); func seek(to time: TimeInterval, completion: @escaping (Bool) -> Void)
}
public protocol Playlist: Sequence where Element == URL {
  var name: String { get set }; mutating func append(_ url: URL)
}
public protocol Recorder {
  var isRecording: Bool { get }; func start() throws; func stop() throws -> URL;
  func level() -> Float
}
public protocol Camera {
  func capture(flash: Bool) async throws -> Data; var zoom: Double { get set };
  func permissions() async -> Bool
}
public protocol HealthStore {
  func steps(from start: Date, to end: Date) async throws -> Int;
  func save(weight: Double, date: Date) async throws;
  func authorize(_ types: Set<String>) async throws -> Bool
}
public protocol Calendar {
  func events(on day: Date) -> [Foundation.Notification.Name];
  func add(_ title: String, _ start: Date, _ end: Date) throws -> String
}
public protocol Contacts {
  func all() async throws -> [User]; func search(_ text: String) -> [User];
  func observe(_ change: @escaping ([User]) -> Void) -> NSObjectProtocol
}
public protocol Mailer {
  func send(_ text: String, to reader: String) async throws -> Int; func send(_ text: String);
  func send(to reader: String) async throws;
  func send(_ text: Data, to reader: String) async throws -> Int; func reset()
}
public protocol Translator {
  func translate(_ text: String, from: Locale?, to: Locale) async throws -> String;
  func detect(_ text: String) -> Locale?
}
public protocol Parser<Output> {
  associatedtype Output; associatedtype Input = String; func parse(_ input: Input) throws -> Output;
  func parse(_ input: Input, at offset: inout Int) throws -> Output?
}
public protocol Tokenizer: Parser where Output == [Token], Input == String {
  var stopWords: Set<String> { get set }
}
public protocol Printer {
  func print(_ items: Any..., separator: String, terminator: String);
  func print<T: TextOutputStream>(_ text: String, to stream: inout T)
}
public protocol Game {
  associatedtype Move: Hashable; associatedtype Player: Equatable; var current: Player { get };
  func moves() -> [Move]; mutating func play(_ move: Move) throws(LoadError);
  static func start() -> Self
}
public protocol Dice {
  func roll(_ generator: inout some RandomNumberGenerator) -> Int;
  func roll(sides: Int, using generator: inout any RandomNumberGenerator) -> Int
}
public protocol Leaderboard {
  func submit(_ score: Int, for user: User) async throws;
  func top(_ count: Int) async throws -> [(user: User, score: Int)]
}
public protocol Document2 {
  var text: String { get set }; init(); init(text: String) throws; init?(data: Data);
  func save(to url: URL) throws
}
public protocol Factory {
  associatedtype Product; func make() -> Product; func make(count: Int) -> [Product];
  func make(named name: String, _ configure: (inout Product) -> Void) -> Product
}
public protocol Container2 {
  func resolve<T>(_ type: T.Type) -> T; func resolve<T>(_ type: T.Type, name: String?) -> T?;
  func register<T>(_ type: T.Type, _ make: @escaping (any Container2) -> T)
}
public protocol EventBus {
  func publish<E: Sendable>(_ event: E);
  func subscribe<E: Sendable>(_ type: E.Type, _ handler: @escaping @Sendable (E) -> Void)
    -> any Cancellation
}
public protocol Clock2 {
  associatedtype Instant: Comparable & Sendable; var now: Instant { get };
  func sleep(until: Instant) async throws
}
public protocol Random {
  mutating func next() -> UInt64; func int(in range: Range<Int>) -> Int;
  func element<C: Collection>(of values: C) -> C.Element?
}
