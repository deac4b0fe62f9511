import FakeableClients
import FakedClients
import Foundation
import Testing

struct Account {
  let keychain: Keychain

  /// Whether there is a token; nil while nobody can know.
  func isSignedIn() async throws -> Bool? {
    do {
      return try await keychain.string(for: "token") != nil
    } catch KeychainError.locked {
      return nil
    }
  }
}

/// What the README says about the keychain.
struct KeychainUsageTests {
  @Test func production() {
    let account = Account(keychain: Keychain(identifier: "com.example.mail"))
    _ = account
  }

  @Test func fake() async throws {
    let storage = FakeKeychainStorage()
    let account = Account(keychain: Keychain(storage: storage))
    #expect(try await account.isSignedIn() == false)

    storage.items.set(data: Data("abc".utf8), for: "token")
    storage.when(\.data).thenThrow(KeychainError.interactionNotAllowed)
    #expect(try await account.isSignedIn() == nil)

    storage.resetBehaviors()
    #expect(try await account.isSignedIn() == true)
    #expect(storage.calls(to: \.data).map(\.arguments) == ["token", "token", "token"])
  }

  @Test(arguments: KeychainError.storageFailures)
  func noFailureSignsOut(_ failure: KeychainError) async throws {
    let storage = FakeKeychainStorage()
    storage.when(\.data).thenThrow(failure)
    let account = Account(keychain: Keychain(storage: storage))
    let isSignedIn = try? await account.isSignedIn()
    #expect(isSignedIn != false)
  }

  @Test func theTextsAreThoseOfTheLibrary() throws {
    let readme = try Readme.text()
    #expect(readme.contains("\n\(KeychainError.interactionNotAllowed)\n"))
    #expect(readme.contains("\n\(KeychainError.missingEntitlement)\n"))
    let absent = KeychainStatus.secretService(
      name: "org.freedesktop.DBus.Error.NoServer", message: "DBUS_SESSION_BUS_ADDRESS is not set")
    #expect(readme.contains("\n\(KeychainError.absent(absent))\n"))
  }

  @Test func everyFailureOfTheTableExists() throws {
    let section = try #require(
      try Readme.text().firstMatch(of: #/\n## Keychain\n(?s:.*?)\n## /#)?.output)
    let rows = section.matches(of: #/\n\| `\.(\w+)` \| ([^|]+) \|/#)
      .map { (name: String($0.output.1), status: String($0.output.2)) }
    let failures: [String: KeychainError] = [
      "interactionNotAllowed": .interactionNotAllowed, "itemNotFound": .itemNotFound,
      "duplicateItem": .duplicateItem, "diskFull": .diskFull, "decodingFailed": .decodingFailed,
      "missingEntitlement": .missingEntitlement, "authenticationFailed": .authenticationFailed,
      "userCanceled": .userCanceled, "notAvailable": .notAvailable, "inputOutput": .inputOutput,
      "invalidParameter": .invalidParameter, "readOnly": .readOnly, "keyringLocked": .keyringLocked,
      "keyringMissing": .keyringMissing, "keyringSilent": .keyringSilent,
    ]
    #expect(Set(rows.map(\.name)) == Set(failures.keys))
    for row in rows {
      let description = try #require(failures[row.name]).description
      #expect(description.contains(row.status), "\(row.name): \(description)")
    }
  }
}
