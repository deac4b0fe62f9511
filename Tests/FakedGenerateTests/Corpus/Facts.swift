public import Foundation

// Protocols whose fakes need facts about other declarations.
open class Box<Value> { public init() {} }
public protocol Boxing {
  func wrap<T, B: Box<T>>(_ box: B, _ value: T) -> B
  func open<T>(_ box: some Box<T>, _ value: T) -> Box<T>
}
public protocol TwoSizes {
  var size: Int { get set }
  static var size: Int { get set }
}
public protocol YAccess {
  func setYAcceleration(_ value: Int)
  func moveYAbsolute(_ value: Int)
  func run(_ body: () -> Void)
}
public protocol PartyEmoji { func 🎉(_ 🍰: Int) -> Int }
nonisolated public protocol SendableMethods: Sendable {
  @Sendable @MainActor func run(_ value: Int) async -> Int
  @Sendable func plain()
}
public protocol SendingAgent: Actor {
  func take(_ value: sending ViewModel) async
  func give() -> sending ViewModel
}
public protocol SendingSubagent: SendingAgent { func more() }
public protocol IsolatedClosures {
  func run(_ body: @isolated(any) () async -> Void) async
  func keep(_ body: @escaping @isolated(any) @Sendable (Int) async throws -> String)
  func perform(_ body: @isolated(any) () -> Void) async
  func value(_ body: @isolated(any) () throws -> Int) async throws -> String
}
#if compiler(>=6.2)
  public protocol CallerClosures {
    func run(_ body: nonisolated(nonsending) @escaping @Sendable (Int) async -> String) async
    func keep(_ body: nonisolated(nonsending) @escaping () async -> Void)
    func make() -> nonisolated(nonsending) (Int) async -> Int
    var onEnd: nonisolated(nonsending) () async throws -> Void { get }
  }
#endif
public protocol Feeding {
  func each(_ body: (ViewModel) async -> Void) async
  func any(_ body: @isolated(any) () async -> ViewModel) async
  func swap(_ model: ViewModel) async -> ViewModel
  var model: ViewModel { get async }
}
public protocol FeedingAgent: Actor { func each(_ body: (ViewModel) async -> Void) async }
@MainActor public protocol FeedingScreen { func each(_ body: (ViewModel) async -> Void) async }
public struct Bundle<each Value> {}
public protocol Packing {
  func empty() -> Bundle<>
  func group<each Value, Group>(_ body: @escaping (repeat each Value) -> Group) -> Group
  func first<each Value>(of values: repeat (each Value)?) -> Int
}
open class Screen {
  public init(title: String) {}
  open func existing() -> Int { 1 }
}
public protocol SpecialScreen: Screen {
  func existing() -> Int
  func own(_ value: Int) -> Int
  var badge: String { get set }
}
nonisolated open class Plain { public init() {} }
nonisolated public protocol SendableSubclass: Plain, Sendable { func own() }
nonisolated public protocol Ordered: Comparable {
  static func < (first: Self, second: Self) -> Bool
}
nonisolated public protocol HashableCode: RawRepresentable, Hashable
where RawValue: Hashable & Sendable {}
nonisolated public protocol ItsOwnKey: RawRepresentable, Identifiable, Sendable
where RawValue == String, ID == Self {}
nonisolated public protocol ItsOwnIterator: AsyncSequence, AsyncIteratorProtocol
where AsyncIterator == Self {}
public protocol ClosureResult { func run(_ body: () -> (Int) -> Int) -> Int }
public protocol Worker: Actor { associatedtype Job: Sendable; init(job: Job) }
public protocol Typed { var `Type`: Int { get } }
public protocol NamedInitializers: AnyObject {
  init(named name: String?)
  init(_ value: Int)
}
public protocol Receiver { associatedtype Input }
public enum Waves {
  public protocol Transmitter {
    func receive<Receiver: CorpusCorpus.Receiver>(_ receiver: Receiver)
  }
}
