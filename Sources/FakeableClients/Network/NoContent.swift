/// What to ask for where the body of a response does not matter, as with status 204.
///
/// It is decoded from any body, an empty one included, and encoded as `{}`.
public struct NoContent: Codable, Hashable, Sendable {
  /// Nothing, which is equal to every other nothing.
  public init() {}

  /// Reads nothing.
  public init(from decoder: any Decoder) throws {}
}
