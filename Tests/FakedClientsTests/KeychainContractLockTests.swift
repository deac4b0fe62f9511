import FakedClients
import Foundation
import TestSupport
import Testing

extension KeychainContractTests {
  /// The part of the contract that covers a locked keychain.
  @Suite struct Locked {
    /// Only a keyring that was created for these tests is locked, so that no person has to unlock it.
    private static let sides: [KeychainSide] =
      KeychainSide.password == nil ? [.fake] : KeychainSide.allCases

    @Test(
      .enabled(
        if: sides.contains(.system),
        """
        Locking was tried with the fake alone: FAKED_KEYRING does not have the password of a \
        gnome-keyring that was started for these tests, as .ci/run starts one.
        """))
    func theSystemKeyringIsTested() throws {
      if let failure = KeychainSide.systemFailure { throw failure }
    }

    @Test(arguments: sides)
    func callsToALockedKeychainThrowAndChangeNothing(_ side: KeychainSide) async throws {
      try await side.withStorage { storage in
        try storage.set(data: Data([1]), for: "key")
        try await side.whileLocked(storage) {
          for key in ["key", "missing"] {
            #expect(throws: KeychainError.keyringLocked) { try storage.data(for: key) }
            #expect(throws: KeychainError.keyringLocked) {
              try storage.set(data: Data([2]), for: key)
            }
            #expect(throws: KeychainError.keyringLocked) { try storage.removeData(for: key) }
          }
          #expect(throws: KeychainError.keyringLocked) { try storage.reset() }
        }
        #expect(try storage.data(for: "key") == Data([1]))
        #expect(try storage.data(for: "missing") == nil)
      }
    }

    @Test(
      .enabled(if: sides.contains(.system), "There is no keyring to start again."), .tags(.process))
    func aStorageReconnectsToARestartedKeyring() async throws {
      try await KeychainSide.system.withStorage { storage in
        try storage.set(data: Data([1]), for: "key")
        try Keyring(password: KeychainSide.password ?? "").startAgain()
        #expect(try storage.data(for: "key") == Data([1]))
        try Keyring(password: KeychainSide.password ?? "").startAgain()
        try storage.set(data: Data([2]), for: "key")
        #expect(try storage.data(for: "key") == Data([2]))
      }
    }
  }
}

extension KeychainSide {
  /// Runs the body while every call of the storage finds a locked keychain.
  fileprivate func whileLocked(
    _ storage: any KeychainStorage, _ body: () async throws -> Void
  ) async throws {
    guard let storage = storage as? FakeKeychainStorage else {
      let keyring = Keyring(password: Self.password ?? "")
      try keyring.lock()
      defer { try? keyring.unlock() }
      return try await body()
    }
    storage.when(\.data).thenThrow(KeychainError.keyringLocked)
    storage.when(\.set).thenThrow(KeychainError.keyringLocked)
    storage.when(\.removeData).thenThrow(KeychainError.keyringLocked)
    storage.when(\.resetID).thenThrow(KeychainError.keyringLocked)
    try await body()
    storage.resetStubs()
  }
}
