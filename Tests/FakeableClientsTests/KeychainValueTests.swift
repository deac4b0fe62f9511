import FakeableClients
import Foundation
import Testing

@Suite struct KeychainValueTests {
  @Test(arguments: Backing.allCases)
  func nestedJSONComesBackWhole(_ backing: Backing) async throws {
    let (writer, reader) = backing.keychains()
    try await writer.set(value: Self.nested(), for: "key")
    let value = try await reader.value(for: "key")
    let read = try #require(value as? [String: Any])
    #expect(NSDictionary(dictionary: read) == NSDictionary(dictionary: Self.nested()))
  }

  @Test func jsonIsStoredWithSortedKeys() async throws {
    let keychain = Keychain()
    try await keychain.set(value: ["b": 1, "a": [true, NSNull()], "c": "x"], for: "key")
    #expect(try await keychain.string(for: "key") == #"{"a":[true,null],"b":1,"c":"x"}"#)
  }

  @Test func fragmentsAreStoredAsTheyAre() async throws {
    let keychain = Keychain()
    try await keychain.set(value: "text", for: "string")
    try await keychain.set(value: 1.5, for: "number")
    try await keychain.set(value: false, for: "bool")
    try await keychain.set(value: NSNull(), for: "null")
    try await keychain.set(value: [Any](), for: "array")
    try await keychain.set(value: [String: Any](), for: "object")
    #expect(try await keychain.string(for: "string") == "\"text\"")
    #expect(try await keychain.string(for: "number") == "1.5")
    #expect(try await keychain.string(for: "bool") == "false")
    #expect(try await keychain.string(for: "null") == "null")
    #expect(try await keychain.string(for: "array") == "[]")
    #expect(try await keychain.string(for: "object") == "{}")
  }

  @Test func fragmentsAreReadInTheirKind() async throws {
    let keychain = Keychain()
    for (key, text) in ["string": "\"text\"", "number": "1.5", "bool": "true", "null": " null "] {
      try await keychain.set(string: text, for: key)
    }
    let string = try await keychain.value(for: "string")
    #expect(string as? String == "text")
    let number = try await keychain.value(for: "number")
    #expect(number as? Double == 1.5)
    let bool = try await keychain.value(for: "bool")
    #expect(bool as? Bool == true)
    let null = try await keychain.value(for: "null")
    #expect(null is NSNull)
  }

  @Test func anOptionalWithAValueIsStoredAsTheValue() async throws {
    let keychain = Keychain()
    try await keychain.set(value: Optional("text") as Any, for: "key")
    #expect(try await keychain.string(for: "key") == "\"text\"")
  }

  @Test func nilInsideAContainerIsStoredAsNull() async throws {
    let keychain = Keychain()
    try await keychain.set(value: [1, nil, 3] as [Int?], for: "array")
    try await keychain.set(value: ["a": Optional<Int>.none as Any], for: "object")
    #expect(try await keychain.string(for: "array") == "[1,null,3]")
    #expect(try await keychain.string(for: "object") == #"{"a":null}"#)
  }

  @Test func dictionariesWithKeysOfAnyKindAreStoredWhenTheKeysAreText() async throws {
    let keychain = Keychain()
    try await keychain.set(value: ["a": [1]] as [AnyHashable: Any], for: "hashable")
    try await keychain.set(value: NSDictionary(dictionary: ["a": NSArray(array: [1])]), for: "ns")
    #expect(try await keychain.string(for: "hashable") == #"{"a":[1]}"#)
    #expect(try await keychain.string(for: "ns") == #"{"a":[1]}"#)
  }

  @Test(arguments: [1, 511, 512])
  func jsonAsDeepAsTheParserTakesComesBack(_ depth: Int) async throws {
    let (writer, reader) = Backing.storage.keychains()
    try await writer.set(value: Self.array(levels: depth), for: "key")
    let value = try await reader.value(for: "key")
    #expect(value is [Any])
    #expect(try await reader.data(for: "key")?.count == 2 * depth)
  }

  @Test(arguments: ["", "nope", "{", "[1] 2", "'a'", "\"\\ud800\"", "1e999", "01"])
  func textThatIsNoJSONIsAnErrorInEveryJSONForm(_ text: String) async throws {
    let keychain = Keychain()
    try await keychain.set(string: text, for: "key")
    let error = KeychainError.notJSON(key: "key", byteCount: text.utf8.count)
    await #expect(throws: error) { _ = try await keychain.value(for: "key") }
    await #expect(throws: error) { try await keychain.int(for: "key") }
    await #expect(throws: error) { try await keychain.bool(for: "key") }
    #expect(try await keychain.string(for: "key") == text)
  }

  @MainActor @Test func valuesThatAreNotSendableGoInAndComeOut() async throws {
    let keychain = Keychain()
    let dictionary: NSMutableDictionary = ["a": 1]
    try await keychain.set(value: dictionary, for: "key")
    let value = try await keychain.value(for: "key")
    #expect(value as? [String: Int] == ["a": 1])
  }

  static func nested() -> [String: Any] {
    [
      "text": "é \"quoted\" \\ / \u{0} 👩‍👩‍👧‍👦", "": "empty key", "👋": [1, -2.5, 1e300] as [Any],
      "deep": ["list": [[], [NSNull()], ["a": [true, false]]] as [Any]],
    ]
  }

  static func array(levels: Int) -> [Any] {
    var array: [Any] = []
    for _ in 1..<levels { array = [array] }
    return array
  }
}
