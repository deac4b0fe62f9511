import FakeableClients
import Foundation
import Testing

@Suite struct KeychainDataTests {
  @Test(arguments: Backing.allCases)
  func bytesComeBackAsTheyWere(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    let bytes = Data(UInt8.min...UInt8.max)
    try await writer.set(data: bytes, for: "key")
    #expect(try await reader.data(for: "key") == bytes)
  }

  @Test(arguments: Backing.allCases)
  func aMissingKeyHoldsNothingInAnyForm(_ backing: Backing) async throws {
    let (_, reader) = backing.keychains()
    #expect(try await reader.data(for: "key") == nil)
    #expect(try await reader.string(for: "key") == nil)
    #expect(try await reader.bool(for: "key") == nil)
    #expect(try await reader.int(for: "key") == nil)
    let value = try await reader.value(for: "key")
    #expect(value == nil)
  }

  @Test(arguments: Backing.allCases)
  func noBytesAreAValueAndNotAMissingKey(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(data: Data(), for: "key")
    #expect(try await reader.data(for: "key") == Data())
  }

  @Test(arguments: Backing.allCases)
  func theEmptyKeyIsAKeyOfItsOwn(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(string: "empty", for: "")
    try await writer.set(string: "blank", for: " ")
    #expect(try await reader.string(for: "") == "empty")
    #expect(try await reader.string(for: " ") == "blank")
  }

  @Test(arguments: Backing.allCases)
  func aSecondValueReplacesTheFirst(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(string: "first", for: "key")
    try await writer.set(int: 2, for: "key")
    #expect(try await reader.data(for: "key") == Data("2".utf8))
  }

  @Test(arguments: Backing.allCases)
  func aRemovalTakesItsKeyAndNoOther(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(string: "a", for: "one")
    try await writer.set(string: "b", for: "two")
    try await writer.removeData(for: "one")
    try await writer.removeData(for: "never there")
    #expect(try await writer.data(for: "one") == nil)
    #expect(try await reader.data(for: "one") == nil)
    #expect(try await reader.string(for: "two") == "b")
  }

  @Test(arguments: Backing.allCases)
  func aResetTakesEveryKey(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(string: "a", for: "one")
    try await writer.set(string: "b", for: "two")
    try await writer.reset()
    for key in ["one", "two"] {
      #expect(try await writer.data(for: key) == nil)
      #expect(try await reader.data(for: key) == nil)
    }
  }

  @Test(arguments: Backing.allCases)
  func theBytesOfASliceStartAtZeroWhenRead(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(data: Data([1, 2, 3, 4]).suffix(2), for: "key")
    for keychain in [writer, reader] {
      let read = try #require(try await keychain.data(for: "key"))
      #expect(read == Data([3, 4]))
      #expect(read.startIndex == 0)
    }
  }

  @Test func twoKeychainsInMemoryShareNothing() async throws {
    let (one, other) = (Keychain(), Keychain())
    try await one.set(string: "a", for: "key")
    #expect(try await other.data(for: "key") == nil)
  }
}
