import Foundation

/// The description of a session that the middle part of a token contains.
struct Token: Codable, Equatable {
  enum Use: String, Codable { case access, refresh }
  /// A text that doesn't consist of three base64url parts with JSON in the middle.
  struct Malformed: Error {}

  let subject: String
  let use: Use
  /// The time at which the token expires, in seconds since 1970.
  let expiry: Int

  private enum CodingKeys: String, CodingKey {
    case subject = "sub"
    case use
    case expiry = "exp"
  }
}

extension Token {
  /// Reads `header.payload.signature`. Only the server has the key to verify the signature.
  init(decoding text: String) throws {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Data(base64URL: parts[1]) else { throw Malformed() }
    self = try JSONDecoder().decode(Token.self, from: payload)
  }

  /// The token as a server sends it, with a signature of the right size.
  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let parts = [
      try encoder.encode(["alg": "HS256", "typ": "JWT"]), try encoder.encode(self),
      Data(repeating: 0x5A, count: 32),
    ]
    return parts.map(\.base64URL).joined(separator: ".")
  }
}

extension Data {
  fileprivate init?(base64URL text: Substring) {
    let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    self.init(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4))
  }

  fileprivate var base64URL: String {
    base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
