import FakeableClients
import Foundation

/// The source of the current time.
protocol TimeSource: Sendable {
  /// Returns the time in seconds since 1970.
  func seconds() -> Int
}

/// A manager that stores the two tokens of a session in a keychain, each under its own key.
struct AuthenticationManager {
  let keychain: Keychain
  let time: any TimeSource
  var accessKey = "access-token"
  var refreshKey = "refresh-token"

  /// Stores both tokens in their encoded form.
  func signIn(access: String, refresh: String) async throws {
    try await keychain.set(string: access, for: accessKey)
    try await keychain.set(string: refresh, for: refreshKey)
  }

  /// The name in the access token, or `nil` if there is no token or it has expired.
  func user() async throws -> String? {
    guard let encoded = try await keychain.string(for: accessKey) else { return nil }
    let token = try Token(decoding: encoded)
    return token.expiry > time.seconds() ? token.subject : nil
  }
}
