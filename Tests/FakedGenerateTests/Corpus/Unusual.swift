public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

public protocol Registry { func add(_ type: Self.Type, to: [Self.Type]) -> Bool }
public protocol Sums {
  func sum<S: Sequence>(_ values: S) -> Int where S.Element == Int
  func sum<S: Sequence>(_ values: S) -> Int where S.Element == String
}
public protocol Printer {
  func print(_ value: Int)
  func print(_ values: [Int])
  func print(_ values: Int...)
  func print<T>(_ value: T)
  func print<T: Equatable>(_ value: T)
}
public protocol Pool {
  associatedtype Item: ~Copyable
  associatedtype Key: ~Copyable & Sendable
  func give(_ item: consuming Item, _ key: borrowing Key)
}
public protocol Letters {
  func send(_ x: Int)
  func send(_ x: Int, to y: String)
  func sendTo(_ x: Int)
}
public protocol Sized {
  static var size: Int { get }
  var size: Int { get }
}
#if os(Windows)
#else
  public protocol Files {
    func open()
    #if os(Linux) || DEBUG
      func inotify(_ path: String) -> Int
      var isFast: Bool { get }
    #endif
    #if os(Linux) && !STORE && (DEBUG || !STORE)
      func locks() -> Int
    #endif
  }
#endif
public protocol Guessing {
  func run(_ body: () -> Void)
  func pick(_ body: (Int) -> String) -> Int
}
public protocol Numbers {
  static func add(_ value: Int) -> Bool
  func add(_ value: Int) -> Bool
  func addOfType(_ value: Int)
}
public protocol Retry {
  func run(every: TimeInterval, _ body: () -> Void)
  func each(_ body: ((Int) -> Void) -> Void, every: TimeInterval)
  func lazy(_ text: @autoclosure () -> String, every: TimeInterval, _ body: () -> Void)
}
public protocol Agent: Actor {
  init(_: Int8, _: Int16, _: UInt16, _: UInt32, _: Substring, _: StaticString, _: Never)
  init(_: Range<Int>, _: ClosedRange<Int>, _: ObjectIdentifier, _: Unicode.Scalar)
  init(_: TimeInterval, _: URLRequest, _: Foundation.Locale, _: Decimal, _: TimeZone)
  init(
    _: IndexPath, _: Foundation.Calendar, _: DateInterval, _: DateComponents, _: URLComponents,
    _: URLQueryItem)
  init(_: ContinuousClock, _: ContinuousClock.Instant)
}
public struct Incoming<Row: Sendable, Failure: Error>: Sendable {}
public struct Wire<In: Sendable, Out: Sendable>: Sendable {}
public enum Piece<Bytes: Sequence & Sendable>: Sendable {}
public protocol Transport<Bytes> {
  associatedtype Bytes: Sequence & Sendable
  typealias Inbound = Incoming<Piece<Bytes>, any Error>
  func stream<T: Sendable>(_ body: (Wire<Inbound, Inbound>, Int) async throws -> T) async throws
    -> T
}
