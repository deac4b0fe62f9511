import FakeableClients
import Foundation
import Testing

/// The errors of a keychain, and the text that a person reads of each.
@Suite struct KeychainErrorTests {
  private static let texts: [(KeychainError, String)] = [
    (
      .notUTF8(key: "token", byteCount: 2),
      """
      The key "token" holds something other than UTF-8 text (2 bytes). \
      Call data(for:) to read it as it is.
      """
    ),
    (
      .notJSON(key: "a\"\nb", byteCount: 1),
      """
      The key "a\\"\\nb" holds something other than JSON (1 byte). \
      Call data(for:) to read it as it is.
      """
    ),
    (
      .typeMismatch(key: "", expected: "Int", found: "a JSON string (1 byte)"),
      """
      The key "" does not hold what was asked for: expected Int, found a JSON string (1 byte). \
      Call value(for:) to read any JSON, or data(for:) to read it as it is.
      """
    ),
    (
      .invalidValue(key: "n", reason: "it contains a number that is not finite"),
      """
      The value for the key "n" was not stored: it contains a number that is not finite. \
      Call set(data:for:) with bytes of your own, and data(for:) to read them.
      """
    ),
    (
      .keyringLocked,
      """
      The keyring is locked (org.freedesktop.Secret.Error.IsLocked: the default keyring is \
      locked). The key may well hold something. Unlock the default keyring, by signing in or in \
      its program, and try again.
      """
    ),
    (
      .keyringMissing,
      """
      No Secret Service answers on the session bus (no program provides \
      org.freedesktop.secrets). Start gnome-keyring-daemon or KeePassXC, or give the Keychain \
      another storage.
      """
    ),
    (
      .keyringSilent,
      """
      The keyring failed (org.freedesktop.DBus.Error.NoReply: no answer came within 10.0 \
      seconds). Read the key to see what it holds now, and try again; if that fails too, restart \
      the program that keeps the secrets.
      """
    ),
    (
      KeychainError(status: -1),
      "The keychain failed (OSStatus -1). See what the status means, and try again."
    ),
  ]

  @Test(arguments: texts)
  func anErrorSaysWhatHappenedAndWhatToDo(_ error: KeychainError, _ text: String) {
    #expect(error.description == text)
    #expect(error.localizedDescription == text)
  }

  private static let statuses: [(KeychainError, number: Int32, text: String)] = [
    (
      .interactionNotAllowed, -25308,
      """
      The keychain is locked (errSecInteractionNotAllowed, -25308). The key may well hold \
      something. Try again when the device has been unlocked and the app is in the foreground.
      """
    ),
    (
      .notAvailable, -25291,
      """
      This machine has no keychain (errSecNotAvailable, -25291). Give the Keychain another storage.
      """
    ),
    (
      .missingEntitlement, -34018,
      """
      The keychain failed (errSecMissingEntitlement, -34018). The program has no entitlement for \
      the keychain. Sign it with keychain-access-groups, run tests in a host app, or give the \
      Keychain another storage.
      """
    ),
    failed(.itemNotFound, -25300, "ItemNotFound", "The item went while it was in use. Try again."),
    failed(
      .duplicateItem, -25299, "DuplicateItem",
      "Another process keeps writing the same key. Try again."),
    failed(.diskFull, -34, "DiskFull", "There is no space left. Free some, and try again."),
    failed(
      .decodingFailed, -26275, "Decode",
      "What is stored cannot be decoded. Remove the key, and store it again."),
    failed(
      .authenticationFailed, -25293, "AuthFailed",
      "The keychain did not accept the user. Sign in again, and try again."),
    failed(
      .userCanceled, -128, "UserCanceled", "The user said no. Ask again when the user wants it."),
    failed(.inputOutput, -36, "IO", "The keychain could not be read or written. Try again."),
    failed(
      .invalidParameter, -50, "Param",
      "The keychain took an argument for invalid. Try a smaller value."),
    failed(
      .readOnly, -25292, "ReadOnly",
      "The keychain cannot be written. Give the Keychain another storage."),
  ]

  private static func failed(
    _ error: KeychainError, _ number: Int32, _ name: String, _ advice: String
  ) -> (KeychainError, number: Int32, text: String) {
    (error, number, "The keychain failed (errSec\(name), \(number)). \(advice)")
  }

  @Test(arguments: statuses)
  func aStatusHasTheNumberOfItsPlatformAndItsText(
    _ error: KeychainError, _ number: Int32, _ text: String
  ) {
    #expect(error == KeychainError(status: number))
    #expect(error.description == text)
    switch error {
    case .locked(let status), .absent(let status), .failed(let status):
      #expect(status == .security(number))
    default: Issue.record("\(error)")
    }
  }

  @Test func lockedAndAbsentAreToldFromAllElse() {
    func kind(_ number: Int32) -> String {
      switch KeychainError(status: number) {
      case .locked: "locked"
      case .absent: "absent"
      case .failed: "failed"
      default: "another"
      }
    }
    #expect([-25308, -25315].map(kind) == ["locked", "locked"])
    #expect([-25291, -25294, -25307].map(kind) == ["absent", "absent", "absent"])
    #expect([-25300, -25299, -34, -34018, -128, -1, 7].allSatisfy { kind($0) == "failed" })
  }

  @Test func theListHasEveryFailureOnce() {
    #expect(Set(KeychainError.storageFailures.map(\.description)).count == 15)
    #expect(KeychainError.storageFailures.count == 15)
  }

  @Test func whatTheOtherEndSaysCannotForgeALine() {
    let status = KeychainStatus.secretService(name: "a.b", message: "one\ntwo\u{1B}[0m")
    #expect(KeychainError.absent(status).description.contains(#"(one\ntwo\u{1B}[0m)."#))
    #expect(status.description == #"a.b: one\ntwo\u{1B}[0m"#)
    #expect(KeychainStatus.secretService(name: "a.b", message: "").description == "a.b")
  }

  // MARK: Secrets

  @Test func noErrorShowsTheSecret() async throws {
    let keychain = Keychain()
    try await keychain.set(data: Data("hunter2".utf8) + [0xFF], for: "bytes")
    try await keychain.set(string: "\"hunter2\"", for: "json")
    try await keychain.set(string: "1.718281828", for: "fraction")
    try await keychain.set(bool: true, for: "flag")
    let ofTrue = await text { try await keychain.int(for: "flag") }
    try await keychain.set(bool: false, for: "flag")
    let texts = [
      await text { try await keychain.string(for: "bytes") },
      await text { _ = try await keychain.value(for: "bytes") },
      await text { try await keychain.int(for: "json") },
      await text { try await keychain.bool(for: "json") },
      await text { try await keychain.int(for: "fraction") },
      await text { try await keychain.set(value: ["hunter2": Set(["hunter2"])], for: "new") },
    ]
    #expect(texts.filter { $0.isEmpty || $0.contains("hunter2") || $0.contains("718") } == [])
    let ofFalse = await text { try await keychain.int(for: "flag") }
    #expect(!ofTrue.isEmpty && ofTrue == ofFalse)
  }

  /// The error of an act; empty when there is none.
  private func text<Value>(of act: () async throws -> Value) async -> String {
    do {
      _ = try await act()
      return ""
    } catch {
      return "\(error) \(String(reflecting: error))"
    }
  }
}
