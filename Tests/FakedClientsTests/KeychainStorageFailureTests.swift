import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

/// Every failure that real keychains have, thrown by the fake where a test wants it.
@Suite struct KeychainStorageFailureTests {
  private let storage = FakeKeychainStorage()

  @Test(arguments: KeychainError.storageFailures)
  func eachFailureComesOutOfEachFunctionAndLeavesWhatIsStored(_ failure: KeychainError) throws {
    let old = Data("old".utf8)
    try storage.set(data: old, for: "key")
    storage.when(\.data).thenThrow(failure)
    storage.when(\.set).thenThrow(failure)
    storage.when(\.removeData).thenThrow(failure)
    storage.when(\.resetID).thenThrow(failure)
    #expect(throws: failure) { try storage.data(for: "key") }
    #expect(throws: failure) { try storage.set(data: Data(), for: "key") }
    #expect(throws: failure) { try storage.removeData(for: "key") }
    #expect(throws: failure) { try storage.reset() }
    storage.resetBehaviors()
    #expect(try storage.data(for: "key") == old)
  }

  @Test(arguments: KeychainError.storageFailures)
  func aKeychainHandsEachFailureOnAndRecovers(_ failure: KeychainError) async throws {
    let keychain = Keychain(storage: storage)
    storage.when(\.set).thenThrow(failure).then { [items = storage.items] _, call in
      items.set(data: call.0, for: call.1)
    }
    await #expect(throws: failure) { try await keychain.set(string: "abc", for: "token") }
    #expect(try await keychain.string(for: "token") == nil)
    try await keychain.set(string: "abc", for: "token")
    #expect(try await keychain.string(for: "token") == "abc")
  }

  @Test func aLockedKeychainIsNoReasonToSignOut() async throws {
    enum Session: Equatable { case signedIn(String), signedOut, unknown }
    func session(_ keychain: Keychain) async -> Session {
      do {
        guard let token = try await keychain.string(for: "token") else { return .signedOut }
        return .signedIn(token)
      } catch KeychainError.locked {
        return .unknown
      } catch {
        return .signedOut
      }
    }
    let keychain = Keychain(storage: storage)
    #expect(await session(keychain) == .signedOut)
    storage.items.set(data: Data("abc".utf8), for: "token")
    storage.when(\.data).thenThrow(KeychainError.interactionNotAllowed)
    #expect(await session(keychain) == .unknown)
    storage.resetBehaviors()
    #expect(await session(keychain) == .signedIn("abc"))
  }
}
