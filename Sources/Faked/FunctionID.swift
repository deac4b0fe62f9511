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
