import FakeableClients
import Faked
import Foundation
import Testing

/// The calls that a keychain makes to its storage, and its values after the storage fails.
@Suite struct KeychainFailureTests {
  private let storage = StorageDouble(["key": "old", "other": "kept"])
  private let keychain: Keychain

  init() { keychain = Keychain(storage: storage) }

  // MARK: The cache

  @Test func onlyKnownValuesAreCached() async throws {
    storage["number"] = Data("7".utf8)
    storage["empty"] = Data()
    #expect(try await keychain.string(for: "number") == "7")
    await #expect(throws: KeychainError.self) { try await keychain.bool(for: "number") }
    #expect(try await keychain.int(for: "number") == 7)
    for _ in 1...2 { #expect(try await keychain.string(for: "empty") == "") }
    for _ in 1...2 { #expect(try await keychain.data(for: "missing") == nil) }
    storage["missing"] = Data("late".utf8)
    #expect(try await keychain.string(for: "missing") == "late")
    storage.fail(.read)
    #expect(try await keychain.string(for: "missing") == "late")
    #expect(
      storage.calls == ["read number", "read empty"] + Array(repeating: "read missing", count: 3))
  }

  // MARK: Uncertain values

  /// Compares long random sequences of changes and failures with one rule: if the storage can be
  /// read, the keychain returns its value. Otherwise, the keychain returns the last known value.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func theKeychainAlwaysAgreesWithItsStorage(_ seed: UInt64) async throws {
    var random = SeededNumbers(seed: seed)
    let storage = StorageDouble()
    let keychain = Keychain(storage: storage)
    var known: [Data: Data] = [:]
    for step in 1...300 {
      for operation in StorageDouble.Operation.allCases where random.next() % 4 == 0 {
        storage.fail(operation, StorageDouble.Moment.allCases.randomElement(using: &random)!)
      }
      let key = ["", "a", "\u{E9}", "e\u{301}"].randomElement(using: &random)!
      let value = Data("\(step)".utf8)
      do {
        switch random.next() % 8 {
        case 0..<5:
          try await keychain.set(data: value, for: key)
          known[Data(key.utf8)] = value
        case 5..<7:
          try await keychain.removeData(for: key)
          known[Data(key.utf8)] = nil
        default:
          try await keychain.reset()
          known = [:]
        }
      } catch {
        #expect(error is StorageDouble.Operation)
      }
      storage.heal()
      let isReadable = random.next() % 2 == 0
      if !isReadable { storage.fail(.read) }
      let read = isReadable ? try await keychain.data(for: key) : try? await keychain.data(for: key)
      storage.heal()
      if isReadable { known[Data(key.utf8)] = storage[key] }
      #expect(
        read == known[Data(key.utf8)],
        "seed \(seed), step \(step), key \(key), readable: \(isReadable)")
    }
  }
}
