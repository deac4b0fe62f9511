/// The name of a fake's function together with its type, so that everything said of it is checked at compile time.
///
/// `Signature` is the function type of the method itself:
/// `let data: FunctionID<(String) throws -> Data?> = "data"`. Whether a call may throw or suspend is
/// what the signature says. Making one costs a copy of the literal.
@frozen
public struct FunctionID<Signature>: Sendable, Hashable {
  /// The name that failure texts use; unique within one fake.
  public let name: String

  @inlinable
  public init(_ name: String) { self.name = name }
}

extension FunctionID: ExpressibleByStringLiteral {
  @inlinable
  public init(stringLiteral name: String) { self.name = name }
}

extension FunctionID: CustomStringConvertible {
  public var description: String { name }
}
