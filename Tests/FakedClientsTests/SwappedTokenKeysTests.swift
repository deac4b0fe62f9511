import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

/// Keeps the two tokens of a session, each under a key of its own.
private struct AuthenticationManager {
  let keychain: Keychain
  var accessKey = "access"
  var refreshKey = "refresh"

  func signIn(access: String, refresh: String) async throws {
    try await keychain.set(string: access, for: accessKey)
    do {
      try await keychain.set(string: refresh, for: refreshKey)
    } catch {
      // Half a session is worse than none.
      try await keychain.removeData(for: accessKey)
      throw error
    }
  }

  func accessToken() async throws -> String? { try await keychain.string(for: accessKey) }
  func refreshToken() async throws -> String? { try await keychain.string(for: refreshKey) }
  func signOut() async throws { try await keychain.reset() }
}

@Suite struct SwappedTokenKeysTests {
  private let storage = FakeKeychainStorage()
  private let manager: AuthenticationManager

  init() { manager = AuthenticationManager(keychain: Keychain(storage: storage)) }

  /// What a manager stored, key by key, in the order it stored it.
  private func stored() -> [String] {
    storage.calls(to: \.set).map { call in
      "\(call.arguments.1)=\(String(decoding: call.arguments.0, as: UTF8.self))"
    }
  }

  @Test func eachTokenIsStoredUnderItsOwnKey() async throws {
    try await manager.signIn(access: "A", refresh: "R")
    #expect(stored() == ["access=A", "refresh=R"])
  }

  @Test func swappedKeysAreSeenInTheCallsThoughTheManagerReadsWhatItWrote() async throws {
    var swapped = manager
    swap(&swapped.accessKey, &swapped.refreshKey)
    try await swapped.signIn(access: "A", refresh: "R")
    #expect(try await swapped.accessToken() == "A")
    #expect(try await swapped.refreshToken() == "R")
    #expect(stored() == ["refresh=A", "access=R"])
  }

  @Test func swappedKeysAreSeenByAManagerWithTheRightOnes() async throws {
    var swapped = manager
    swap(&swapped.accessKey, &swapped.refreshKey)
    try await swapped.signIn(access: "A", refresh: "R")
    #expect(try await manager.accessToken() == "R")
    #expect(try await manager.refreshToken() == "A")
  }

  @Test func tokensOfAnEarlierRunAreReadUnderTheirKeys() async throws {
    storage.items.set(data: Data("A".utf8), for: "access")
    storage.items.set(data: Data("R".utf8), for: "refresh")
    #expect(try await manager.accessToken() == "A")
    #expect(try await manager.refreshToken() == "R")
    #expect(storage.calls(to: \.data).map(\.arguments) == ["access", "refresh"])
  }

  @Test func aRefreshTokenThatCannotBeStoredTakesTheAccessTokenWithIt() async throws {
    storage.when(\.set) { [items = storage.items] data, key in
      if key == "refresh" { throw Refused() }
      items.set(data: data, for: key)
    }
    await #expect(throws: Refused()) { try await manager.signIn(access: "A", refresh: "R") }
    #expect(try await manager.accessToken() == nil)
    #expect(storage.calls(to: \.removeData).map(\.arguments) == ["access"])
    #expect(storage.items.count == 0)
  }

  @Test func signingOutLeavesNothing() async throws {
    try await manager.signIn(access: "A", refresh: "R")
    try await manager.signOut()
    #expect(try await manager.accessToken() == nil)
    #expect(storage.invocationCount(of: \.resetID) == 1)
    #expect(storage.items.count == 0)
  }
}
