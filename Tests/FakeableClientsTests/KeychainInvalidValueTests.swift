import FakeableClients
import Foundation
import Testing

@Suite struct KeychainInvalidValueTests {
  /// A name with a value that has no JSON form; made anew for each case, since `Any` is not Sendable.
  enum Case: CaseIterable {
    case date, dateInside, data, set, integerKeys, substring
    case nan, infinity, floatNaN, foundationNaN, nanInside
    case missing, missingTwice, tooDeep, tooDeepObject

    func make() -> Any {
      switch self {
      case .date: Date(timeIntervalSince1970: 0)
      case .dateInside: ["list": [1, Date(timeIntervalSince1970: 0)] as [Any]]
      case .data: Data([1, 2])
      case .set: Set(["secret"])
      case .integerKeys: [1: "secret"]
      case .substring: "secret".dropFirst()
      case .nan: Double.nan
      case .infinity: -Double.infinity
      case .floatNaN: Float.nan
      case .foundationNaN: NSNumber(value: Double.nan)
      case .nanInside: ["a": [1.5, Double.infinity]]
      case .missing: Optional<Int>.none as Any
      case .missingTwice: Optional<String?>.none as Any
      case .tooDeep: KeychainValueTests.array(levels: 513)
      case .tooDeepObject: ["a": KeychainValueTests.array(levels: 512)]
      }
    }

    var reason: String {
      switch self {
      case .date, .dateInside: "JSON has no form for the type Date in it"
      case .data: "JSON has no form for the type Data in it"
      case .set: "JSON has no form for the type Set<String> in it"
      case .integerKeys: "JSON has no form for the type Dictionary<Int, String> in it"
      case .substring: "JSON has no form for the type Substring in it"
      case .nan, .infinity, .floatNaN, .foundationNaN, .nanInside:
        "it contains a number that is not finite"
      case .missing, .missingTwice: "it is nil; removeData(for:) removes what a key holds"
      case .tooDeep, .tooDeepObject:
        "it is more than 512 levels deep and could not be read back"
      }
    }
  }

  @Test(arguments: Case.allCases)
  func aValueWithoutAJSONFormIsAnErrorAndChangesNothing(_ example: Case) async throws {
    let storage = StorageDouble(["key": "old"])
    let keychain = Keychain(storage: storage)
    #expect(try await keychain.string(for: "key") == "old")
    storage.forgetCalls()
    await #expect(throws: KeychainError.invalidValue(key: "key", reason: example.reason)) {
      try await keychain.set(value: example.make(), for: "key")
    }
    #expect(try await keychain.string(for: "key") == "old")
    #expect(storage.calls == [])
  }
}
