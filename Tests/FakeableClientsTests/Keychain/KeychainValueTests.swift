import FakeableClients
import Foundation
import Testing

/// JSON values, which a keychain accepts as `Any`.
@Suite struct KeychainValueTests {
  /// A function that creates the value for each case, because `Any` isn't `Sendable`.
  private typealias Value = @Sendable () -> Any

  private static let forms: [(value: Value, text: String)] = [
    ({ "text" }, "\"text\""), ({ 1.5 }, "1.5"), ({ false }, "false"), ({ NSNull() }, "null"),
    ({ [Any]() }, "[]"), ({ [String: Any]() }, "{}"), ({ Optional("text") as Any }, "\"text\""),
    ({ [1, nil, 3] as [Int?] }, "[1,null,3]"), ({ ["a": Int?.none as Any] }, #"{"a":null}"#),
    (
      { ["b": 1, "a": [true, NSNull()] as [Any], "c": "x"] as [String: Any] },
      #"{"a":[true,null],"b":1,"c":"x"}"#
    ),
    ({ ["a": [1]] as [AnyHashable: Any] }, #"{"a":[1]}"#),
    ({ NSMutableDictionary(dictionary: ["a": NSArray(array: [1])]) }, #"{"a":[1]}"#),
    (
      {
        let list: [Any] = [[Any](), [NSNull()], ["a": [true, -2.5] as [Any]]]
        return ["": "é \"quoted\" \\ / \0 👩‍👩‍👧‍👦", "👋": list] as [String: Any]
      },
      #"{"":"é \"quoted\" \\ \/ \u0000 👩‍👩‍👧‍👦","👋":[[],[null],{"a":[true,-2.5]}]}"#
    ),
    (
      { array(levels: 512) },
      String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    ),
  ]

  /// Runs on the main actor, because values that are not `Sendable` must be able to leave it and return.
  @MainActor @Test func everyJSONFormIsStoredAsText() async throws {
    for (value, text) in Self.forms {
      let storage = StorageDouble()
      let (keychain, reader) = (Keychain(storage: storage), Keychain(storage: storage))
      try await keychain.set(value: value(), for: "key")
      #expect(try await keychain.string(for: "key") == text)
      guard let read = try await reader.value(for: "key") else {
        throw KeychainError.keyringMissing
      }
      try await keychain.set(value: read, for: "copy")
      #expect(try await keychain.string(for: "copy") == text)
    }
  }

  // MARK: Invalid values

  /// Values that JSON cannot represent, by the reason in the error.
  private static let invalid: [(reason: String, values: [Value])] = [
    (
      "it contains a value of type Date, which JSON cannot represent",
      [{ Date() }, { ["list": [1, Date()] as [Any]] }]
    ),
    ("it contains a value of type Data, which JSON cannot represent", [{ Data([1, 2]) }]),
    ("it contains a value of type Set<String>, which JSON cannot represent", [{ Set(["secret"]) }]),
    (
      "it contains a value of type Dictionary<Int, String>, which JSON cannot represent",
      [{ [1: "secret"] }]
    ),
    (
      "it contains a value of type Substring, which JSON cannot represent",
      [{ "secret".dropFirst() }]
    ),
    (
      "it contains a number that is not finite",
      [
        { Double.nan }, { -Double.infinity }, { Float.nan }, { NSNumber(value: Double.nan) },
        { ["a": [Double.nan]] },
      ]
    ),
    (
      "it is nil; removeData(for:) removes what a key holds",
      [{ Int?.none as Any }, { String??.none as Any }]
    ),
    (
      "it is nested too deeply and could not be read back",
      [{ array(levels: 513) }, { ["a": array(levels: 512)] }]
    ),
  ]

  @Test func aValueWithoutAJSONFormThrowsAndChangesNothing() async throws {
    for (reason, values) in Self.invalid {
      for value in values {
        let storage = StorageDouble(["key": "old"])
        let keychain = Keychain(storage: storage)
        await #expect(throws: KeychainError.invalidValue(key: "key", reason: reason)) {
          try await keychain.set(value: value(), for: "key")
        }
        #expect(storage.calls == [])
      }
    }
  }

  private static func array(levels: Int) -> [Any] {
    var array: [Any] = []
    for _ in 1..<levels { array = [array] }
    return array
  }
}
