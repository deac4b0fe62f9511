/// The name of a fake's function together with its type, so that the compiler checks every use of it.
///
/// `Signature` is the function type of the method without its effects, `E` says these:
/// `let data: FunctionID<(String) -> Data?, Throws> = "data(for:)"`. The name may carry the labels of
/// the parameters, which failure texts show. Making an ID costs a copy of the literal.
@frozen
public struct FunctionID<Signature, E: FunctionEffect>: Sendable, Hashable {
  /// The name that failure texts use; unique within one fake.
  public let name: String
}

extension FunctionID: ExpressibleByStringLiteral {
  /// Makes an ID of its name: `let now: FunctionID<() -> Int, Returns> = "now"`.
  @inlinable
  public init(stringLiteral name: String) { self.name = name }
}

extension FunctionID: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

/// What names a function of a fake: a `FunctionID`, or a `String`.
public protocol FunctionName: CustomStringConvertible, ExpressibleByStringLiteral {}

extension FunctionID: FunctionName {}

extension String: FunctionName {}
