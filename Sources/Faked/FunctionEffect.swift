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
