import FakeableClients
import Foundation
import Testing

@Suite struct KeychainCacheTests {
  @Test func makingAKeychainDoesNotTouchTheStorage() {
    let storage = StorageDouble()
    _ = Keychain(storage: storage)
    #expect(storage.calls == [])
  }

  @Test func aFoundValueIsAskedForOnce() async throws {
    let storage = StorageDouble(["key": "7"])
    let keychain = Keychain(storage: storage)
    #expect(try await keychain.string(for: "key") == "7")
    #expect(try await keychain.int(for: "key") == 7)
    #expect(try await keychain.data(for: "key") == Data("7".utf8))
    #expect(storage.calls == [.read("key")])
  }

  @Test func aFoundValueOfNoBytesIsAskedForOnce() async throws {
    let storage = StorageDouble(["key": ""])
    let keychain = Keychain(storage: storage)
    #expect(try await keychain.string(for: "key") == "")
    #expect(try await keychain.string(for: "key") == "")
    #expect(storage.calls == [.read("key")])
  }

  @Test func aWrittenValueIsNotAskedFor() async throws {
    let storage = StorageDouble()
    let keychain = Keychain(storage: storage)
    try await keychain.set(string: "a", for: "key")
    #expect(try await keychain.string(for: "key") == "a")
    #expect(storage.calls == [.write("key")])
  }

  @Test func aMissingKeyIsAskedForEachTime() async throws {
    let storage = StorageDouble()
    let keychain = Keychain(storage: storage)
    #expect(try await keychain.data(for: "key") == nil)
    storage["key"] = Data("late".utf8)
    #expect(try await keychain.string(for: "key") == "late")
    #expect(storage.calls == [.read("key"), .read("key")])
  }

  @Test func everyChangeGoesToTheStorageOnce() async throws {
    let storage = StorageDouble()
    let keychain = Keychain(storage: storage)
    try await keychain.set(string: "a", for: "key")
    try await keychain.set(string: "a", for: "key")
    try await keychain.removeData(for: "key")
    try await keychain.removeData(for: "key")
    try await keychain.reset()
    #expect(
      storage.calls == [
        .write("key"), .write("key"), .removal("key"), .removal("key"), .reset,
      ])
  }

  @Test func afterARemovalOrAResetTheStorageIsAskedAgain() async throws {
    let storage = StorageDouble()
    let keychain = Keychain(storage: storage)
    for act in [{ try await keychain.removeData(for: "key") }, { try await keychain.reset() }] {
      try await keychain.set(string: "a", for: "key")
      try await act()
      storage.forgetCalls()
      #expect(try await keychain.data(for: "key") == nil)
      #expect(storage.calls == [.read("key")])
    }
  }

  @Test func aReadThatFailsOnAnUnknownKeyThrowsTheErrorOfTheStorage() async throws {
    let storage = StorageDouble(["key": "a"])
    let keychain = Keychain(storage: storage)
    storage.fail(.read)
    let failure = StorageDouble.Failure(operation: .read)
    await #expect(throws: failure) { try await keychain.data(for: "key") }
    await #expect(throws: failure) { try await keychain.string(for: "key") }
    await #expect(throws: failure) { try await keychain.int(for: "key") }
    await #expect(throws: failure) { try await keychain.bool(for: "key") }
    await #expect(throws: failure) { _ = try await keychain.value(for: "key") }
    storage.heal()
    #expect(try await keychain.string(for: "key") == "a")
  }

  @Test func aCachedValueIsReadWhileTheStorageFails() async throws {
    let storage = StorageDouble(["key": "a"])
    let keychain = Keychain(storage: storage)
    #expect(try await keychain.string(for: "key") == "a")
    storage.fail(.read)
    #expect(try await keychain.string(for: "key") == "a")
  }

  @Test func aValueThatCannotBeDecodedIsStillCached() async throws {
    let storage = StorageDouble(["key": "text"])
    let keychain = Keychain(storage: storage)
    await #expect(throws: KeychainError.self) { try await keychain.int(for: "key") }
    #expect(try await keychain.string(for: "key") == "text")
    #expect(storage.calls == [.read("key")])
  }

  @Test(arguments: [true, false])
  func keysThatDifferInSpellingAloneReadAsTheStorageHasThem(_ areOneKey: Bool) async throws {
    let storage = StorageDouble(normalizesKeys: areOneKey)
    let keychain = Keychain(storage: storage)
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    for (text, key) in [("a", composed), ("b", decomposed), ("c", composed)] {
      try await keychain.set(string: text, for: key)
      for key in [composed, decomposed] {
        #expect(try await keychain.data(for: key) == storage[key])
      }
    }
    try await keychain.removeData(for: decomposed)
    for key in [decomposed, composed] {
      #expect(try await keychain.data(for: key) == storage[key])
    }
    #expect((storage[composed] == nil) == areOneKey)
  }

  @Test func withoutAStorageKeysThatDifferInSpellingAloneAreTwo() async throws {
    let keychain = Keychain()
    try await keychain.set(string: "one", for: "\u{E9}")
    try await keychain.set(string: "two", for: "e\u{301}")
    #expect(try await keychain.string(for: "\u{E9}") == "one")
    #expect(try await keychain.string(for: "e\u{301}") == "two")
    try await keychain.removeData(for: "\u{E9}")
    #expect(try await keychain.string(for: "\u{E9}") == nil)
    #expect(try await keychain.string(for: "e\u{301}") == "two")
  }
}
