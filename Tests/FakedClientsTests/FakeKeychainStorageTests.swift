import FakedClients
import Foundation
import Testing

@Suite struct FakeKeychainStorageTests {
  private let storage = FakeKeychainStorage()
  private let old = Data("old".utf8)
  private let new = Data("new".utf8)

  @Test(arguments: KeychainError.storageFailures)
  func aStubbedFailureLeavesTheStoredItems(_ failure: KeychainError) throws {
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
    storage.resetStubs()
    #expect(try storage.data(for: "key") == old)
    #expect(storage.calls(to: \.set).map(\.arguments.0) == [old, new])
    #expect(storage.calls(to: \.removeData).map(\.arguments) == ["key"])
  }

  @Test func onlyCopiesShareItems() throws {
    let (copy, other) = (storage, FakeKeychainStorage())
    storage.items.set(data: old, for: "key")
    storage.items.set(data: new, for: "other")
    storage.items.removeData(for: "other")
    #expect(storage.items.data(for: "key") == old && storage.items.count == 1)
    #expect(storage.allCalls.isEmpty && storage == copy && storage != other)
    #expect(try copy.data(for: "key") == old && other.data(for: "key") == nil)
    #expect(storage.invocationCount(of: \.data) == 1)
    storage.tearDown()
    #expect(try storage.data(for: "key") == old)
    storage.items.reset()
    #expect(storage.items.count == 0)
  }
}
