/// An empty value for responses whose body doesn't matter, such as those with status 204.
///
/// It can be decoded from any body, including an empty one, and is encoded as `{}`.
///
/// ```swift
/// let (_, response): (NoContent, HTTPURLResponse) = try await client.send(request: request)
/// #expect(response.statusCode == 204)
/// ```
///
/// See <doc:Network>.
public struct NoContent: Codable, Hashable, Sendable {
  /// Creates an empty value. All values of this type are equal.
  public init() {}

  /// Creates an empty value without reading from the decoder.
  ///
  /// - Parameter decoder: A decoder, which is ignored.
  /// - Throws: Nothing. The protocol requires `throws`.
  public init(from decoder: any Decoder) throws {}
}
