#if !NEVER
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #endif
  public import Foundation
#endif

// Protocols that inherit from those of the toolchain.
public struct Line: Hashable, Sendable { public var text = "" }
public protocol LineStream: Sequence where Element == Line { var count: Int { get } }
public protocol Shuffler: RandomNumberGenerator { var seed: UInt64 { get } }
public protocol Amount: Numeric {}
public protocol Balance: SignedNumeric {}
public protocol Stopwatch: Clock { var name: String { get } }
public protocol Wall: Clock where Duration == Swift.Duration {}
public protocol Lane: SerialExecutor { func drain() }
public protocol BackgroundLane: TaskExecutor {}
public protocol Bytes: ContiguousBytes { var count: Int { get } }

// Equality of their own, beside that of fakes.
nonisolated public protocol Route: Hashable { var key: String { get } }
extension Route {
  nonisolated public static func == (left: Self, right: Self) -> Bool { left.key == right.key }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
@MainActor public protocol RouteScreen: Hashable { nonisolated var key: String { get } }
extension RouteScreen {
  nonisolated public static func == (left: Self, right: Self) -> Bool { left.key == right.key }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

@resultBuilder public enum Parts<Part> {
  public static func buildBlock(_ parts: Part...) -> [Part] { parts }
}
public protocol Assembly {
  associatedtype Part
  @Parts<Part> var parts: [Part] { get }
  @Parts<Int> func numbers(_ count: Int) -> [Int]
}
public protocol Readable {
  init(reading data: inout [UInt8]) throws
  init(_ make: (Int) -> Self)
}
public protocol Fetching {
  associatedtype Row
  func row() -> Row
}
public protocol Derived: Fetching {
  func with<Row>(_ rows: [Row]) -> Self
  func add<Row: Equatable>(_ row: Row, to: Self.Row) -> [Row]
}
public protocol LineRequest: Fetching where Row == Line {
  func with<Row: Hashable>(_ rows: [Row]) -> [Row: Int]
}

@_spi(Odd) public enum Lexer { public struct Word { public var text = "" } }
@_spi(Odd) public protocol Lexing { func next() -> Lexer.Word }
protocol Parsing { func parse(_ word: Lexer.Word) -> Line }
nonisolated public protocol Marked: Hashable {
  var mark: Int { get }
  nonisolated static func == (left: Self, right: Self) -> Bool
}
extension Marked {
  nonisolated public static func == (left: Self, right: Self) -> Bool { left.mark == right.mark }
}
public protocol Tallied: Actor, Hashable { func count() -> Int }
extension Tallied {
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(1) }
}
@globalActor public actor Depot {
  public static let shared = Depot()
  static func buildSchema() {}
}
@Depot public protocol DepotTable { func rows() -> Int }
