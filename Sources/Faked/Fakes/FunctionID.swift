/// The name of a function of a fake, with its type, so that the compiler checks every use.
///
/// `Signature` is the function type of the method without its effects, and `E` is the effect:
/// `let data: FunctionID<(String) -> Data?, Throws> = "data(for:)"`. The name may contain the labels of the parameters,
/// which messages show. Creating an ID only copies the literal.
///
/// ```swift
/// struct FakeShelf: Faked {
///   let instanceId = FakeInstance()
///   let find: FunctionID<(String) -> [String], AsyncThrows> = "find(_:)"
///   func find(_ title: String) async throws -> [String] { try await handleCall(\.find, title) }
/// }
/// ```
///
/// See <doc:WritingFakes>.
@frozen
public struct FunctionID<Signature, E: FunctionEffect>: Sendable, Hashable {
  /// The name that messages show. It is unique in its fake.
  @usableFromInline package let name: String
}

extension FunctionID: ExpressibleByStringLiteral {
  /// Creates an ID from its name: `let now: FunctionID<() -> Int, Returns> = "now"`.
  ///
  /// - Parameter name: The name.
  @inlinable
  public init(stringLiteral name: String) { self.name = name }
}

extension FunctionID: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

/// An ID of a function of a fake: a `FunctionID`, or a `String`.
public protocol FunctionName: CustomStringConvertible, ExpressibleByStringLiteral {}

extension FunctionID: FunctionName {}

extension String: FunctionName {}

/// The effects of a function: whether it suspends, and the errors that it throws. The second part of a `FunctionID`.
///
/// Effects are not part of the signature, because a function type with typed throws needs run-time metadata that systems
/// before macOS 15 and iOS 18 don't have, and because the meaning of `async` in a type depends on the language mode.
public protocol FunctionEffect: Sendable {
  /// The errors that a call may throw: `Never`, `any Error`, or one type.
  associatedtype Failure: Error
}

/// Throws errors of one type: `func load() throws(StoreError) -> Data`.
public enum ThrowsOnly<Failure: Error>: FunctionEffect {}

/// Suspends and throws errors of one type: `func load() async throws(StoreError) -> Data`.
public enum AsyncThrowsOnly<Failure: Error>: FunctionEffect {}

/// Neither throws nor suspends: `func now() -> Date`.
public typealias Returns = ThrowsOnly<Never>

/// Throws any error: `func load() throws -> Data`.
public typealias Throws = ThrowsOnly<any Error>

/// Suspends and does not throw: `func now() async -> Date`.
public typealias AsyncReturns = AsyncThrowsOnly<Never>

/// Suspends and throws any error: `func load() async throws -> Data`.
public typealias AsyncThrows = AsyncThrowsOnly<any Error>
