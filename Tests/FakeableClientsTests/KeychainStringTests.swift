import FakeableClients
import Foundation
import Testing

@Suite struct KeychainStringTests {
  static let texts = [
    "", " ", "\0", "a\0b", "line\r\nbreak", "\u{FEFF}byte order mark", "\u{FFFD}",
    "e\u{301}", "\u{E9}", "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}", "👩‍👩‍👧‍👦",
    String(repeating: "long", count: 10_000),
  ]

  @Test(arguments: texts, Backing.allCases)
  func everyTextComesBackWithTheSameBytes(_ text: String, _ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(string: text, for: "key")
    let read = try #require(try await reader.string(for: "key"))
    #expect(Array(read.utf8) == Array(text.utf8))
    #expect(try await reader.data(for: "key") == Data(text.utf8))
  }

  @Test(arguments: 0...16)
  func textOfEachUnicodePlaneComesBack(_ plane: UInt32) async throws {
    let (writer, reader) = Backing.storage.keychains()
    let codes = stride(from: plane << 16, through: plane << 16 | 0xFFFF, by: 0x101)
    let scalars = codes.compactMap(Unicode.Scalar.init)
    #expect(scalars.count > 200)
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    try await writer.set(string: text, for: "key")
    let read = try #require(try await reader.string(for: "key"))
    #expect(Array(read.unicodeScalars) == scalars)
  }

  @Test func textIsStoredAsPlainUTF8() async throws {
    let storage = StorageDouble()
    try await Keychain(storage: storage).set(string: "\"é\"\n", for: "key")
    #expect(storage["key"] == Data([0x22, 0xC3, 0xA9, 0x22, 0x0A]))
  }

  @Test func aByteOrderMarkThatWasStoredAsBytesIsPartOfTheText() async throws {
    let keychain = Keychain()
    try await keychain.set(data: Data([0xEF, 0xBB, 0xBF, 0x61]), for: "key")
    #expect(try await keychain.string(for: "key")?.unicodeScalars.count == 2)
  }

  @Test(
    arguments: [
      [0xFF], [0x61, 0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8AreAnErrorAndStayReadable(_ bytes: [UInt8]) async throws {
    let keychain = Keychain()
    try await keychain.set(data: Data(bytes), for: "key")
    await #expect(throws: KeychainError.notUTF8(key: "key", byteCount: bytes.count)) {
      try await keychain.string(for: "key")
    }
    #expect(try await keychain.data(for: "key") == Data(bytes))
  }

  @Test func keysOfAllKindsAreToldApart() async throws {
    let (writer, reader) = Backing.storage.keychains()
    let keys = ["", "a", "A", "a ", "a\0", "é", "𐐷", "👩‍👩‍👧", String(repeating: "k", count: 5_000)]
    for (index, key) in keys.enumerated() { try await writer.set(int: index, for: key) }
    for (index, key) in keys.enumerated() {
      #expect(try await reader.int(for: key) == index)
    }
  }
}
