/// The effects of a function: whether it suspends, and the errors that it throws. The second part of a `FunctionID`.
///
/// Effects are not part of the signature, because a function type with typed throws needs run-time metadata that systems
/// before macOS 15 and iOS 18 don't have, and because the meaning of `async` in a type depends on the language mode.
public protocol FunctionEffect: Sendable {
  /// The errors that a call may throw: `Never`, `any Error`, or one type.
  associatedtype Failure: Error
}

/// The effect of a function that does not suspend.
public protocol SyncEffect: FunctionEffect {}

/// The effect of an async function.
public protocol AsyncEffect: FunctionEffect {}

/// Neither throws nor suspends: `func now() -> Date`.
public enum Returns: SyncEffect { public typealias Failure = Never }

/// Throws any error: `func load() throws -> Data`.
public enum Throws: SyncEffect { public typealias Failure = any Error }

/// Throws errors of one type: `func load() throws(StoreError) -> Data`.
public enum ThrowsOnly<Failure: Error>: SyncEffect {}

/// Suspends and does not throw: `func now() async -> Date`.
public enum AsyncReturns: AsyncEffect { public typealias Failure = Never }

/// Suspends and throws any error: `func load() async throws -> Data`.
public enum AsyncThrows: AsyncEffect { public typealias Failure = any Error }

/// Suspends and throws errors of one type: `func load() async throws(StoreError) -> Data`.
public enum AsyncThrowsOnly<Failure: Error>: AsyncEffect {}
