import FakeableClients
import Faked
import FakedClients
import Foundation
import Testing

/// A real `Keychain` in front of a fake storage, with failures where the operating system has them.
@Suite struct KeychainWithFakeStorageTests {
  private let storage = FakeKeychainStorage()
  private let keychain: Keychain

  init() { keychain = Keychain(storage: storage) }

  // MARK: Failures

  @Test func aFailedWriteThrowsAndKeepsTheOldValue() async throws {
    try await keychain.set(string: "old", for: "key")
    storage.when(\.set) { _, _ in throw Refused() }
    await #expect(throws: Refused()) { try await keychain.set(string: "new", for: "key") }
    #expect(try await keychain.string(for: "key") == "old")
    #expect(storage.invocationCount(of: \.set) == 2)
  }

  @Test func aFailedWriteThatTookEffectGivesTheNewValue() async throws {
    try await keychain.set(string: "old", for: "key")
    storage.when(\.set) { [items = storage.items] data, key in
      items.set(data: data, for: key)
      throw Refused()
    }
    await #expect(throws: Refused()) { try await keychain.set(string: "new", for: "key") }
    #expect(try await keychain.string(for: "key") == "new")
  }

  @Test func aFailedRemovalThrowsAndKeepsTheOldValue() async throws {
    try await keychain.set(string: "old", for: "key")
    storage.when(\.removeData) { _ in throw Refused() }
    await #expect(throws: Refused()) { try await keychain.removeData(for: "key") }
    #expect(try await keychain.string(for: "key") == "old")
    storage.resetBehaviors()
    try await keychain.removeData(for: "key")
    #expect(try await keychain.string(for: "key") == nil)
    #expect(storage.calls(to: \.removeData).map(\.arguments) == ["key", "key"])
  }

  @Test func aFailedResetThrowsAndKeepsAllValues() async throws {
    try await keychain.set(string: "1", for: "a")
    try await keychain.set(string: "2", for: "b")
    storage.when(\.resetID).then { invocationCount, _ in
      if invocationCount == 1 { throw Refused() }
    }
    await #expect(throws: Refused()) { try await keychain.reset() }
    #expect(try await keychain.string(for: "a") == "1")
    #expect(try await keychain.string(for: "b") == "2")
    #expect(storage.invocationCount(of: \.resetID) == 1)
  }

  @Test func aFailedReadOfAnUnknownKeyThrows() async throws {
    storage.items.set(data: Data("old".utf8), for: "key")
    storage.when(\.data) { _ in throw Refused() }
    await #expect(throws: Refused()) { try await keychain.string(for: "key") }
    storage.resetBehaviors(of: \.data)
    #expect(try await keychain.string(for: "key") == "old")
  }

  @Test func failuresOfOneKeyLeaveTheOthers() async throws {
    storage.when(\.set) { [items = storage.items] data, key in
      if key == "bad" { throw Refused() }
      items.set(data: data, for: key)
    }
    await #expect(throws: Refused()) { try await keychain.set(int: 1, for: "bad") }
    try await keychain.set(int: 2, for: "good")
    #expect(try await keychain.int(for: "bad") == nil)
    #expect(try await keychain.int(for: "good") == 2)
  }

  // MARK: Counts

  @Test func aKnownValueIsReadFromTheStorageOnce() async throws {
    storage.items.set(data: Data("old".utf8), for: "key")
    for _ in 1...3 { #expect(try await keychain.string(for: "key") == "old") }
    #expect(storage.invocationCount(of: \.data) == 1)
  }

  @Test func aMissingValueIsAskedForEachTime() async throws {
    for _ in 1...3 { #expect(try await keychain.string(for: "key") == nil) }
    #expect(storage.calls(to: \.data).map(\.arguments) == ["key", "key", "key"])
  }

  @Test func afterAFailedWriteTheStorageIsAskedAgain() async throws {
    try await keychain.set(string: "old", for: "key")
    #expect(!storage.wasCalled(\.data))
    storage.when(\.set) { _, _ in throw Refused() }
    try? await keychain.set(string: "new", for: "key")
    for _ in 1...2 { _ = try await keychain.string(for: "key") }
    #expect(storage.invocationCount(of: \.data) == 1)
  }

  @Test func aValueWithoutJSONFormNeverReachesTheStorage() async throws {
    await #expect(throws: KeychainError.self) {
      try await keychain.set(value: Double.infinity, for: "key")
    }
    #expect(!storage.wasCalled(\.set))
  }

  // MARK: Forms

  @Test func textWrittenIsReadAsBytesByAnotherKeychain() async throws {
    try await keychain.set(string: "häβ", for: "key")
    let reader = Keychain(storage: storage)
    #expect(try await reader.data(for: "key") == Data("häβ".utf8))
    #expect(try await reader.string(for: "key") == "häβ")
  }

  @Test func jsonWrittenIsReadAsTextAndBytesByAnotherKeychain() async throws {
    try await keychain.set(value: ["b": 2, "a": 1], for: "key")
    let reader = Keychain(storage: storage)
    #expect(try await reader.string(for: "key") == #"{"a":1,"b":2}"#)
    #expect(try await reader.data(for: "key") == Data(#"{"a":1,"b":2}"#.utf8))
    let value = try await reader.value(for: "key") as? [String: Int]
    #expect(value == ["a": 1, "b": 2])
  }

  @Test func textThatIsJSONIsReadAsAValue() async throws {
    try await keychain.set(string: "[1,2]", for: "list")
    try await keychain.set(string: "true", for: "flag")
    try await keychain.set(data: Data("-7".utf8), for: "number")
    let reader = Keychain(storage: storage)
    #expect(try await reader.value(for: "list") as? [Int] == [1, 2])
    #expect(try await reader.bool(for: "flag") == true)
    #expect(try await reader.int(for: "number") == -7)
  }

  @Test func aStubbedReadThatIsNoTextIsRefused() async throws {
    storage.when(\.data) { _ in Data([0xFF]) }
    await #expect(throws: KeychainError.notUTF8(key: "key", byteCount: 1)) {
      try await keychain.string(for: "key")
    }
    #expect(try await keychain.data(for: "key") == Data([0xFF]))
  }

  // MARK: Independence

  @Test func twoKeychainsOverTwoStoragesShareNothing() async throws {
    let otherStorage = FakeKeychainStorage()
    let other = Keychain(storage: otherStorage)
    storage.when(\.set) { _, _ in throw Refused() }
    try await other.set(string: "here", for: "key")
    #expect(try await keychain.string(for: "key") == nil)
    #expect(otherStorage.invocationCount(of: \.set) == 1)
    #expect(!storage.wasCalled(\.set))
  }
}
