import FakeableClients
import Foundation
import Testing

@Suite struct KeychainNumberTests {
  static let ints = [
    Int.min, Int.min + 1, -9_007_199_254_740_993, Int(Int32.min) - 1, -1, 0, 1, 2, 10,
    Int(Int32.max) + 1, Int(UInt32.max), 9_007_199_254_740_993, Int.max - 1, Int.max,
  ]

  @Test(arguments: ints, Backing.allCases)
  func intsOfEverySizeComeBackExactly(_ int: Int, _ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(int: int, for: "key")
    #expect(try await reader.int(for: "key") == int)
    #expect(try await reader.string(for: "key") == "\(int)")
    let value = try await reader.value(for: "key")
    #expect(value as? Int == int)
  }

  @Test(arguments: [true, false], Backing.allCases)
  func boolsComeBack(_ bool: Bool, _ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(bool: bool, for: "key")
    #expect(try await reader.bool(for: "key") == bool)
    #expect(try await reader.string(for: "key") == "\(bool)")
    let value = try await reader.value(for: "key")
    #expect(value as? Bool == bool)
  }

  @Test func numbersWrittenInAnotherFormAreReadAsInts() async throws {
    let keychain = Keychain()
    try await keychain.set(string: " 42\n", for: "text")
    try await keychain.set(value: 42.0, for: "double")
    try await keychain.set(data: Data("4.2e1".utf8), for: "bytes")
    for key in ["text", "double", "bytes"] {
      #expect(try await keychain.int(for: key) == 42)
    }
  }

  @Test(arguments: [
    "true": "a JSON Bool", "false": "a JSON Bool", "null": "a JSON null (4 bytes)",
    "\"1\"": "a JSON string (3 bytes)", "[1]": "a JSON array (3 bytes)",
    "{\"a\":1}": "a JSON object (7 bytes)", "{}": "a JSON object (2 bytes)",
    "1.5": "a JSON number that no Int can hold (3 bytes)",
    "9223372036854775808": "a JSON number that no Int can hold (19 bytes)",
    "-9223372036854775809": "a JSON number that no Int can hold (20 bytes)",
    "1e300": "a JSON number that no Int can hold (5 bytes)",
  ])
  func otherJSONIsNoInt(_ text: String, _ found: String) async throws {
    let keychain = Keychain()
    try await keychain.set(string: text, for: "key")
    await #expect(throws: KeychainError.typeMismatch(key: "key", expected: "Int", found: found)) {
      try await keychain.int(for: "key")
    }
    #expect(try await keychain.string(for: "key") == text)
  }

  @Test(arguments: [
    "1": "a JSON integer (1 byte)", "0": "a JSON integer (1 byte)",
    "10": "a JSON integer (2 bytes)", "0.5": "a JSON number that no Int can hold (3 bytes)",
    "null": "a JSON null (4 bytes)", "\"true\"": "a JSON string (6 bytes)",
    "[]": "a JSON array (2 bytes)", "{}": "a JSON object (2 bytes)",
  ])
  func otherJSONIsNoBool(_ text: String, _ found: String) async throws {
    let keychain = Keychain()
    try await keychain.set(string: text, for: "key")
    await #expect(throws: KeychainError.typeMismatch(key: "key", expected: "Bool", found: found)) {
      try await keychain.bool(for: "key")
    }
    #expect(try await keychain.string(for: "key") == text)
  }
}
