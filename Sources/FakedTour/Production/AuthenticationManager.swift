import FakeableClients
import Foundation

/// Where the time comes from.
protocol TimeSource: Sendable {
  /// The seconds since 1970.
  func seconds() -> Int
}

/// Keeps the two tokens of a session in a keychain, each under a key of its own.
struct AuthenticationManager {
  let keychain: Keychain
  let time: any TimeSource
  var accessKey = "access-token"
  var refreshKey = "refresh-token"

  /// Keeps both tokens, in their encoded form.
  func signIn(access: String, refresh: String) async throws {
    try await keychain.set(string: access, for: accessKey)
    try await keychain.set(string: refresh, for: refreshKey)
  }

  /// The name in the access token; nil when there is none, or when it has expired.
  func user() async throws -> String? {
    guard let encoded = try await keychain.string(for: accessKey) else { return nil }
    let token = try Token(decoding: encoded)
    return token.expiry > time.seconds() ? token.subject : nil
  }
}
