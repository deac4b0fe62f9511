public import Foundation

// Several modules' worth of protocols that are alike but for a few words, as apps have them.
public protocol AccountService {
  func load(id: Int) async throws -> User; func save(_ user: User) async throws;
  func delete(id: Int) async throws; var current: User? { get }
}
public protocol ProfileService: AccountService {
  func avatar(of user: User, size: Int) async -> Data?;
  func rename(to name: String) async throws(LoadError)
}
public protocol SettingsService: AnyObject, Sendable {
  func value(_ key: String) -> String?; func set(_ value: String, for key: String); func reset()
}
public protocol InboxService {
  func unread() async throws -> Int; func fetch(page: Int, size: Int) async throws -> Page<String>;
  func archive(_ ids: Set<Int>) async throws; func archive(_ id: Int) async throws
}
public protocol FeedService {
  associatedtype Item: Identifiable & Sendable;
  func items(after id: Item.ID?, limit: Int) async throws -> [Item];
  func stream() -> AsyncStream<Item>
}
public protocol SearchService {
  func search(_ text: String, scope: Priority, limit: Int) async throws -> [String];
  func suggest(_ text: String) -> [String]; func cancel()
}
public protocol BookmarkService {
  func toggle(_ id: UUID) -> Bool; func all() -> [UUID]; func contains(_ id: UUID) -> Bool
}
public protocol CommentService {
  func post(_ text: String, on id: UUID, replyTo parent: UUID?) async throws -> UUID;
  func delete(_ id: UUID) async throws; func count(on id: UUID) async -> Int
}
public protocol FollowService {
  func follow(_ user: User) async throws; func unfollow(_ user: User) async throws;
  func isFollowing(_ user: User) async -> Bool;
  func followers(of user: User, page: Int) async throws -> Page<User>
}
public protocol MediaService {
  func upload(_ data: Data, kind: Flow.Step.Kind, progress: @escaping @Sendable (Double) -> Void)
    async throws -> URL;
  func thumbnail(_ url: URL, size: (width: Int, height: Int)) async -> Data?
}
public protocol BillingService {
  func products() async throws -> [(id: String, price: Money)];
  func buy(_ id: String) async throws(LoadError) -> Bool; func restore() async throws;
  var isPro: Bool { get async }
}
public protocol SupportService {
  func open(subject: String, body: String, attachments: [Data]) async throws -> Int;
  func close(_ ticket: Int) async throws
}
public protocol AuditService {
  func record(_ action: String, by user: User, at date: Date);
  func entries(_ range: Range<Date>) -> [String]
}
public protocol ExportService {
  func csv(_ rows: [[String]]) -> String; func pdf(_ title: String, pages: Int) throws -> Data;
  func share(_ url: URL, completion: ((Bool) -> Void)?)
}
public protocol ImportService {
  func run(_ url: URL, progress: ((Double) -> Void)?) throws -> Int;
  func validate(_ url: URL) -> [String]
}
public protocol SyncService: Actor {
  func push() async throws; func pull(since date: Date?) async throws -> Int;
  var isRunning: Bool { get }
}
public protocol MetricsService: Sendable {
  func count(_ name: String, by value: Int, tags: [String: String]);
  func time<T>(_ name: String, _ body: () throws -> T) rethrows -> T;
  func gauge(_ name: String, _ value: Double)
}
public protocol SessionStore: AnyObject {
  var token: Token? { get set }; var expires: Date? { get set }; var isValid: Bool { get };
  func clear()
}
public protocol DraftStore {
  func save(_ text: String, for id: UUID?) throws -> UUID; func load(_ id: UUID) throws -> String;
  func all() throws -> [UUID: String]
}
public protocol QueueStore {
  associatedtype Job: Codable & Sendable; mutating func push(_ job: Job);
  mutating func pop() -> Job?; var isEmpty: Bool { get }
}
public protocol HistoryStore {
  var limit: Int { get set }; func append(_ entry: String); func entries() -> [String];
  func undo() -> String?; func redo() -> String?
}
public protocol TagStore {
  func tags(of id: Int) -> Set<String>; func add(_ tag: String, to id: Int);
  func remove(_ tag: String, from id: Int); func ids(tagged tag: String) -> [Int]
}
public protocol NoteStore {
  func create(title: String, body: String) throws -> Int;
  func update(_ id: Int, title: String?, body: String?) throws; func delete(_ ids: Int...) throws
}
public protocol PhotoStore {
  func photo(_ id: String, size: Int, _ done: @escaping (Data?) -> Void) -> Int;
  func cancel(_ request: Int); subscript(id: String) -> Data? { get }
}
public protocol TrackStore {
  var tracks: [String] { get }; func move(from: IndexSet, to: Int);
  func index(of track: String) -> Int?
}
public protocol LoginScreenModel {
  var email: String { get set }; var password: String { get set }; var error: String? { get };
  var isBusy: Bool { get }; func submit() async
}
@MainActor public protocol CartScreenModel: AnyObject {
  var lines: [Order] { get }; var total: String { get }; func remove(_ order: Order);
  func checkout() async throws
}
@MainActor public protocol SearchScreenModel {
  var text: String { get set }; var results: [String] { get }; func select(_ index: Int);
  func cancel()
}
@MainActor public protocol ProfileScreenModel: Sendable {
  var user: User? { get }; func load() async; func signOut() async throws(LoadError)
}
@MainActor public protocol WizardModel {
  associatedtype Step: Hashable; var step: Step { get set }; func next() throws; func back();
  func canGo(to step: Step) -> Bool
}
public protocol SplashRouting { func routeToLogin(); func routeToHome(user: User) }
public protocol LoginRouting: SplashRouting {
  func routeToPassword(email: String?); func close(_ completion: (() -> Void)?)
}
public protocol HomeInteracting {
  func load(); func refresh(_ done: @escaping () -> Void); func select(_ index: Int)
}
public protocol HomePresenting: AnyObject {
  func show(_ users: [User]); func show(_ error: Error); func show(loading: Bool)
}
public protocol HomeBuilding {
  func build(_ user: User, listener: any HomePresenting) -> any HomeInteracting
}
public protocol UseCase<Input, Output> {
  associatedtype Input; associatedtype Output; func execute(_ input: Input) async throws -> Output
}
public protocol LoadUserUseCase: UseCase where Input == User.ID, Output == User {}
public protocol ListOrdersUseCase: UseCase<Void, [Order]> { var pageSize: Int { get } }
public protocol Mapper<From, To> {
  associatedtype From; associatedtype To; func map(_ value: From) throws -> To;
  func map(_ values: [From]) throws -> [To]
}
public protocol UserMapper: Mapper where From == [String: String], To == User {}
public protocol Validator<Value> {
  associatedtype Value; func validate(_ value: Value) throws(LoadError);
  func isValid(_ value: Value) -> Bool
}
public protocol EmailValidator: Validator<String> { var domains: [String] { get set } }
public protocol Middleware {
  associatedtype State; associatedtype Action;
  func handle(_ action: Action, state: State, next: (Action) -> Void)
}
public protocol Effect { func run(_ send: @escaping @Sendable (String) async -> Void) async }
public protocol Plugin: AnyObject {
  var name: String { get }; static var version: Int { get }; init(name: String);
  func activate(in host: any PluginHost) throws; func deactivate()
}
public protocol PluginHost: AnyObject {
  func register(_ plugin: any Plugin); var plugins: [any Plugin] { get }
}
public protocol Visitor {
  associatedtype Result; func visit(number: Int) -> Result; func visit(text: String) -> Result;
  func visit(_ values: [Result]) -> Result
}
public protocol Visitable { func accept<V: Visitor>(_ visitor: V) -> V.Result }
public protocol Command {
  mutating func execute() throws; mutating func undo() throws; var title: String { get }
}
public protocol CommandQueue {
  func run(_ command: some Command) throws; func run(all commands: [any Command]) throws -> Int;
  var canUndo: Bool { get }
}
public protocol Observer: AnyObject { associatedtype Event; func notify(_ event: Event) }
public protocol Subject {
  associatedtype Event; func add<O: Observer>(_ observer: O) where O.Event == Event;
  func send(_ event: Event)
}
public protocol Strategy: Sendable {
  func choose<C: Collection>(from values: C) -> C.Element? where C.Element: Comparable
}
public protocol StateMachine {
  associatedtype State: Hashable & Sendable; associatedtype Event; var state: State { get };
  mutating func handle(_ event: Event) -> State?; func canHandle(_ event: Event) -> Bool
}
public protocol Pipeline {
  associatedtype Input; associatedtype Output;
  func then<Next>(_ change: @escaping (Output) async throws -> Next) -> any Pipeline;
  func run(_ input: Input) async throws -> Output
}
