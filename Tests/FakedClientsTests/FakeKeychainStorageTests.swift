import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

@Suite struct FakeKeychainStorageTests {
  private let storage = FakeKeychainStorage()
  private let old = Data("old".utf8)
  private let new = Data("new".utf8)

  // MARK: Stubbed

  @Test(arguments: KeychainError.storageFailures)
  func eachFunctionFailsAsStubbedAndLeavesWhatIsStored(_ failure: KeychainError) throws {
    try storage.set(data: old, for: "key")
    storage.when(\.set).thenThrow(failure)
    storage.when(\.removeData).thenThrow(failure)
    storage.when(\.resetID).thenThrow(failure)
    #expect(throws: failure) { try storage.set(data: new, for: "key") }
    #expect(throws: failure) { try storage.removeData(for: "key") }
    #expect(throws: failure) { try storage.reset() }
    #expect(try storage.data(for: "key") == old)
    storage.when(\.data).thenThrow(failure)
    #expect(throws: failure) { try storage.data(for: "key") }
    storage.resetBehaviors()
    #expect(try storage.data(for: "key") == old)
    #expect(storage.calls(to: \.set).map(\.arguments.0) == [old, new])
    #expect(storage.calls(to: \.removeData).map(\.arguments) == ["key"])
  }

  @Test func aKeychainInFrontHandsAFailureOnAndRecovers() async throws {
    let keychain = Keychain(storage: storage)
    storage.when(\.set).thenThrow(KeychainError.diskFull)
      .then { [items = storage.items] _, call in items.set(data: call.0, for: call.1) }
    await #expect(throws: KeychainError.diskFull) {
      try await keychain.set(string: "abc", for: "token")
    }
    #expect(try await keychain.string(for: "token") == nil)
    try await keychain.set(string: "abc", for: "token")
    #expect(try await keychain.string(for: "token") == "abc")
  }

  // MARK: Calls

  @Test func theMemoryIsUsedWithoutACall() {
    storage.items.set(data: old, for: "key")
    #expect(storage.items.data(for: "key") == old)
    storage.items.removeData(for: "key")
    storage.items.reset()
    #expect(storage.items.count == 0)
    #expect(!storage.wasCalled(\.set))
    #expect(!storage.wasCalled(\.data))
    #expect(!storage.wasCalled(\.removeData))
    #expect(!storage.wasCalled(\.resetID))
  }

  // MARK: Identity

  @Test func copiesShareMemoryStubsAndCallsAndOthersDoNot() throws {
    let (copy, other) = (storage, FakeKeychainStorage())
    try copy.set(data: old, for: "key")
    copy.when(\.resetID) { throw Refused() }
    #expect(try storage.data(for: "key") == old)
    #expect(throws: Refused()) { try storage.reset() }
    #expect(storage.invocationCount(of: \.set) == 1)
    #expect(storage == copy)
    #expect(try other.data(for: "key") == nil)
    try other.reset()
    #expect(!other.wasCalled(\.set))
    #expect(storage != other)
    storage.tearDown()
    #expect(!storage.wasCalled(\.set))
    #expect(try storage.data(for: "key") == old)
  }

  @Test func whatABehaviorCapturedGoesWithTheFake() throws {
    final class Probe {}
    weak var probe: Probe?
    do {
      let storage = FakeKeychainStorage()
      let captured = Probe()
      probe = captured
      storage.when(\.data) { [items = storage.items] key in
        withExtendedLifetime(captured) { items.data(for: key) }
      }
      #expect(try storage.data(for: "key") == nil)
      #expect(probe != nil)
    }
    #expect(probe == nil)
  }
}
