import FakeableClients
import FakedClients
import Foundation
import Testing

/// What every keychain storage promises, held against the fake and against the real one: where these
/// tests pass for both, a test that uses the fake says something about the real one.
@Suite(.serialized) struct KeychainContractTests {
  private static let sides = KeychainSide.available

  @Test(
    .enabled(
      if: sides.contains(.system),
      """
      The contract was held against the fake alone. \
      \(KeychainSide.systemFailure.map { "\($0)" } ?? "")
      """))
  func theKeychainOfTheSystemTakesPart() throws {
    if let failure = KeychainSide.systemFailure { throw failure }
  }

  // MARK: Values

  @Test(arguments: sides)
  func whatIsStoredIsReadUntilItIsRemoved(_ side: KeychainSide) async throws {
    try await side.withStorage { storage in
      #expect(try storage.data(for: "key") == nil)
      try storage.removeData(for: "key")
      try storage.reset()
      try storage.set(data: Data("old".utf8), for: "key")
      #expect(try storage.data(for: "key") == Data("old".utf8))
      try storage.set(data: Data("new".utf8), for: "key")
      #expect(try storage.data(for: "key") == Data("new".utf8))
      for _ in 1...2 { try storage.removeData(for: "key") }
      #expect(try storage.data(for: "key") == nil)
    }
  }

  @Test(arguments: sides)
  func everyByteComesBack(_ side: KeychainSide) async throws {
    let values = [
      Data(), Data([0]), Data([0, 0, 0]), Data("text".utf8), Data("text\n".utf8),
      Data([0xFF, 0xFE]), Data(UInt8.min...UInt8.max), Data([0xEF, 0xBB, 0xBF]),
      Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }),
      Data("xxnew".utf8).dropFirst(2),
    ]
    try await side.withStorage { storage in
      for (index, value) in values.enumerated() {
        try storage.set(data: value, for: "value \(index)")
        try storage.set(data: value, for: "the same key")
        let data = try #require(try storage.data(for: "the same key"))
        #expect(data == value && data.startIndex == 0)
      }
      for (index, value) in values.enumerated() {
        #expect(try storage.data(for: "value \(index)") == value)
      }
    }
  }

  // MARK: Keys

  @Test(arguments: sides)
  func everyKeyIsItsOwn(_ side: KeychainSide) async throws {
    let values = NastyKeys.all.indices.map { Data("value \($0)".utf8) }
    try await side.withStorage { storage in
      for (key, value) in zip(NastyKeys.all, values) { try storage.set(data: value, for: key) }
      for (key, value) in zip(NastyKeys.all, values) {
        #expect(try storage.data(for: key) == value, "\(key.debugDescription)")
      }
      for (index, key) in NastyKeys.all.enumerated() {
        try storage.removeData(for: key)
        #expect(try storage.data(for: key) == nil, "\(key.debugDescription)")
        if index + 1 < values.count {
          #expect(try storage.data(for: NastyKeys.all[index + 1]) == values[index + 1])
        }
      }
    }
  }

  @Test(arguments: sides)
  func manyKeysAreKeptApartAndResetAtOnce(_ side: KeychainSide) async throws {
    let keys = (0..<100).map { "key \($0)" }
    try await side.withStorage { storage in
      for key in keys { try storage.set(data: Data(key.utf8), for: key) }
      for key in keys { #expect(try storage.data(for: key) == Data(key.utf8)) }
      try storage.reset()
      for key in keys { #expect(try storage.data(for: key) == nil) }
    }
  }

  // MARK: Identifiers

  @Test(arguments: sides)
  func storagesOfTwoIdentifiersSeeNothingOfEachOther(_ side: KeychainSide) async throws {
    // One name begins with the other, is empty, or needs what the keyring cannot take.
    for (one, other) in [("a", "ab"), ("", "a"), ("\0", "%00"), ("\u{E9}", "e\u{301}")] {
      try await side.withStorages { storages in
        try storages[one].set(data: Data([1]), for: "key")
        #expect(try storages[other].data(for: "key") == nil)
        try storages[other].set(data: Data([2]), for: "key")
        #expect(try storages[one].data(for: "key") == Data([1]))
        try storages[one].reset()
        #expect(try storages[one].data(for: "key") == nil)
        #expect(try storages[other].data(for: "key") == Data([2]))
      }
    }
  }

  @Test(arguments: sides)
  func storagesOfOneIdentifierSeeTheSameItems(_ side: KeychainSide) async throws {
    try await side.withStorages { storages in
      let (one, other) = (storages["a"], storages["a"])
      try one.set(data: Data([1]), for: "key")
      #expect(try other.data(for: "key") == Data([1]))
      try other.removeData(for: "key")
      #expect(try one.data(for: "key") == nil)
    }
  }

  // MARK: A keychain in front

  @Test(.enabled(if: sides.contains(.system), "There is no keychain to keep them in."))
  func aKeychainOfAnIdentifierKeepsItsItemsInTheSystem() async throws {
    let identifier = "Faked contract \(UUID())"
    try await Keychain(identifier: identifier).set(string: "abc", for: "token")
    #expect(try await Keychain(identifier: identifier).string(for: "token") == "abc")
    try await Keychain(identifier: identifier).reset()
    #expect(try await Keychain(identifier: identifier).string(for: "token") == nil)
  }
}
