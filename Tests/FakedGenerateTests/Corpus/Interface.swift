public import Foundation

@MainActor public protocol Screen: AnyObject {
  var title: String { get set }
  var subtitle: String? { get set }
  func show(_ message: String)
  func present(_ screen: any Screen, animated: Bool, completion: (() -> Void)?)
  func ask(_ question: String) async -> Bool
}
@MainActor public protocol Router {
  func push(_ route: Flow.Step)
  func pop()
  func popToRoot(animated: Bool)
  var depth: Int { get }
}
public protocol Loadable: Sendable { func load() async throws -> Int; var isLoaded: Bool { get } }
@MainActor public protocol LoadableScreen: Loadable { func reload(); var spinner: Bool { get set } }
@MainActor public protocol NamedScreen: CustomStringConvertible { func draw() }
@MainActor public protocol ListScreen: Identifiable {
  associatedtype Item; var items: [Item] { get set }; func select(_ item: Item)
}
public protocol Coordinator: AnyObject {
  var children: [any Coordinator] { get set }
  var parent: (any Coordinator)? { get set }
  func start()
  func finish(_ child: any Coordinator)
}
public protocol ScreenDelegate: AnyObject {
  func screenDidAppear(_ screen: any Screen)
  func screen(_ screen: any Screen, didSelect index: Int)
  func screen(_ screen: any Screen, didFailWith error: any Error)
  func screen(_ screen: any Screen, shouldSelect index: Int) -> Bool
  func screenWillClose()
}
public protocol Presenter {
  associatedtype Output; var output: Output { get }; @MainActor func present() async
}
@MainActor public protocol Theme {
  nonisolated var name: String { get }; nonisolated func color(_ key: String) -> Int;
  var isDark: Bool { get }
}
public protocol Animator {
  func animate(duration: TimeInterval, _ body: @escaping @MainActor () -> Void);
  func animate(_ body: @MainActor @Sendable () -> Void) async;
  @MainActor func run(_ body: @MainActor () -> Void)
}
public protocol Form {
  var fields: [String: String] { get set }; func validate() throws(LoadError);
  subscript(field name: String) -> String? { get };
  subscript(lazily value: @autoclosure () -> Int) -> Int { get }
}
public protocol ViewState: Equatable, Sendable {
  var isLoading: Bool { get }; var error: (any Error)? { get }
}
public protocol Reducer<State, Action> {
  associatedtype State; associatedtype Action: Sendable;
  func reduce(_ state: inout State, _ action: Action) -> [Action]
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
public protocol Haptics { func play(_ kind: Flow.Step.Kind); func prepare() }
public protocol KeyCommands {
  func register(_ key: Character, modifiers: Set<String>, action: @escaping () -> Void) -> Int
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
nonisolated public protocol Toast: Hashable {
  var text: String { get }; func hash(into hasher: inout Hasher)
}
public protocol Clipboard {
  var string: String? { get set }; var data: Data? { get nonmutating set }
}
public protocol ScrollView {
  var offset: (x: Double, y: Double) { get set };
  func scroll(to offset: (x: Double, y: Double), animated: Bool)
}
@MainActor public protocol DataSource {
  associatedtype Cell: AnyObject; func cell(at index: IndexPath) -> Cell;
  func count(in section: Int) -> Int
}
public protocol Styled { associatedtype Body: Styled; @MainActor var body: Body { get } }
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
