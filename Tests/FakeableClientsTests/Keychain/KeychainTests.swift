import FakeableClients
import Foundation
import Testing

/// The values of a keychain, with and without a storage.
@Suite struct KeychainTests {
  enum Backing: CaseIterable {
    case memory, storage

    /// A keychain that writes and a keychain that reads. With a storage, the reader is a second keychain,
    /// so its values come from the storage.
    func keychains() -> (writer: Keychain, reader: Keychain) {
      let storage = self == .memory ? nil : StorageDouble()
      let writer = Keychain(storage: storage)
      return (writer, storage.map { Keychain(storage: $0) } ?? writer)
    }
  }

  // MARK: Bytes and text

  private static let noUTF8 = [
    [0xFF], [0x61, 0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
  ].map { Data($0) }

  @Test(arguments: Backing.allCases)
  func dataRoundTripsWithIndicesFromZero(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    let slice = Data([1, 2, 3]).suffix(2)
    for bytes in [Data(), Data(UInt8.min...UInt8.max), slice] + Self.noUTF8 {
      try await writer.set(data: bytes, for: "key")
      for keychain in [writer, reader] {
        let read = try #require(try await keychain.data(for: "key"))
        #expect(read == bytes && read.startIndex == 0)
      }
      if Self.noUTF8.contains(bytes) {
        await #expect(throws: KeychainError.notUTF8(key: "key", byteCount: bytes.count)) {
          try await reader.string(for: "key")
        }
      }
      try await reader.reset()
    }
  }

  @Test(arguments: Backing.allCases)
  func stringsRoundTripByteForByte(_ backing: Backing) async throws {
    let planes = (0...16 as ClosedRange<UInt32>).map { plane in
      var text = ""
      let codes = stride(from: plane << 16, through: plane << 16 | 0xFFFF, by: 0x101)
      text.unicodeScalars.append(contentsOf: codes.compactMap(Unicode.Scalar.init))
      return text
    }
    let texts = [
      "", " ", "\0", "a\0b", "line\r\nbreak", "\u{FEFF}byte order mark", "e\u{301}", "\u{E9}",
      "\"quoted\"", String(repeating: "long", count: 10_000),
    ]
    for text in texts + planes {
      let (writer, reader) = backing.keychains()
      try await writer.set(string: text, for: "key")
      let read = try #require(try await reader.string(for: "key"))
      #expect(Array(read.utf8) == Array(text.utf8))
    }
  }

  // MARK: Numbers

  private static let ints = [
    Int.min, Int.min + 1, -9_007_199_254_740_993, Int(Int32.min) - 1, -1, 0, 1, 2, 10,
    Int(UInt32.max), 9_007_199_254_740_993, Int.max - 1, Int.max,
  ]

  @Test(arguments: Backing.allCases)
  func numbersAndBoolsRoundTripExactly(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    for int in Self.ints {
      try await writer.set(int: int, for: "\(int)")
      #expect(try await reader.int(for: "\(int)") == int)
      #expect(try await reader.string(for: "\(int)") == "\(int)")
      let value = try await reader.value(for: "\(int)")
      #expect(value as? Int == int)
    }
    for bool in [true, false] {
      try await writer.set(bool: bool, for: "\(bool)")
      #expect(try await reader.bool(for: "\(bool)") == bool)
      #expect(try await reader.string(for: "\(bool)") == "\(bool)")
    }
    for text in [" 42\n", "42.0", "4.2e1"] {
      try await writer.set(string: text, for: text)
      #expect(try await reader.int(for: text) == 42)
    }
  }

  @Test(arguments: [
    "true": "a JSON Bool", "false": "a JSON Bool", "null": "a JSON null (4 bytes)",
    "\"1\"": "a JSON string (3 bytes)", "[1]": "a JSON array (3 bytes)",
    "{\"a\":1}": "a JSON object (7 bytes)", "{}": "a JSON object (2 bytes)",
    "0": "a JSON integer (1 byte)", "10": "a JSON integer (2 bytes)",
    "1.5": "a JSON number that no Int can hold (3 bytes)",
    "9223372036854775808": "a JSON number that no Int can hold (19 bytes)",
    "-9223372036854775809": "a JSON number that no Int can hold (20 bytes)",
    "1e300": "a JSON number that no Int can hold (5 bytes)",
  ])
  func theErrorNamesTheKindOfJSONThatWasFound(_ text: String, _ found: String) async throws {
    let keychain = Keychain()
    try await keychain.set(string: text, for: "key")
    func mismatch(_ expected: String) -> KeychainError {
      .typeMismatch(key: "key", expected: expected, found: found)
    }
    if !found.contains("integer") {
      await #expect(throws: mismatch("Int")) { try await keychain.int(for: "key") }
    }
    if !found.contains("Bool") {
      await #expect(throws: mismatch("Bool")) { try await keychain.bool(for: "key") }
    }
    #expect(try await keychain.string(for: "key") == text)
  }

  @Test(arguments: ["", "nope", "{", "[1] 2", "'a'", "\"\\ud800\"", "1e999", "01"])
  func invalidJSONIsAnErrorInEveryJSONForm(_ text: String) async throws {
    let keychain = Keychain()
    try await keychain.set(string: text, for: "key")
    let error = KeychainError.notJSON(key: "key", byteCount: text.utf8.count)
    await #expect(throws: error) { _ = try await keychain.value(for: "key") }
    await #expect(throws: error) { try await keychain.int(for: "key") }
    await #expect(throws: error) { try await keychain.bool(for: "key") }
  }
}
