public import Foundation

nonisolated public struct User: Codable, Equatable, Identifiable, Sendable {
  public var id = UUID()
}
public struct Token: Codable, Hashable, Sendable { public var value = "" }
nonisolated public struct Order: Identifiable, Sendable, Equatable { public var id = 0 }
public enum LoadError: Error, Equatable { case offline, notFound(String) }
public enum Outcome<Value> { case success(Value), failure(any Error) }
public final class Document: @unchecked Sendable { public var text = "" }
public class ViewModel {}
public struct Handle  // number -> file
  : ~Copyable
{}
/// Named like types of Foundation, of the standard library and of other modules.
public struct Data: Equatable, Sendable { public var bytes: [UInt8] = [] }
public struct Notification: Sendable { public struct Name: Sendable {} }
public enum Operation: Sendable { case insert, delete }
public struct Process: Sendable {}
public struct Locale: Sendable {}
public struct Logger: Sendable {}
public struct Result: Sendable {}
public struct Task: Sendable {}
public struct Timer: Sendable {}
public struct Captured: Sendable {}
public struct Matcher: Sendable {}
public enum Returns: Sendable { case never }
public typealias Handler = (Int) -> Void
public typealias Completion<Value> = (Swift.Result<Value, any Error>) -> Void
public typealias Failure = any Error
public typealias CodableUser = Codable & Identifiable
public typealias JSON = [String: Any]
public protocol Model: Sendable { var name: String { get } }
public protocol Themed {}
@globalActor public actor Database { public static let shared = Database() }
public enum Flow { public struct Step: Sendable { public enum Kind: Sendable { case start } } }
public class Node<Value> { public init() {} }
public struct Wrapper<Value> { public struct Inner { public init() {} } }
