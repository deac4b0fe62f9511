import FakeableClients
import Foundation
import Testing

/// What a keychain of an operating system says, and the text that a person reads of it.
@Suite struct KeychainStatusTests {
  // MARK: Kinds

  @Test(
    arguments: [
      (KeychainError.interactionNotAllowed, -25308), (.itemNotFound, -25300),
      (.duplicateItem, -25299), (.diskFull, -34), (.decodingFailed, -26275),
      (.missingEntitlement, -34018), (.authenticationFailed, -25293), (.userCanceled, -128),
      (.notAvailable, -25291), (.inputOutput, -36), (.invalidParameter, -50), (.readOnly, -25292),
    ] as [(KeychainError, Int32)])
  func eachFailureHasTheNumberOfItsPlatform(_ error: KeychainError, _ number: Int32) {
    #expect(error == KeychainError(status: number))
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

  // MARK: Texts

  @Test func textOfALockedKeychain() {
    #expect(
      KeychainError.interactionNotAllowed.description == """
        The keychain is locked (errSecInteractionNotAllowed, -25308). The key may well hold \
        something. Try again when the device has been unlocked and the app is in the foreground.
        """)
  }

  @Test func textOfALockedKeyring() {
    #expect(
      KeychainError.keyringLocked.description == """
        The keyring is locked (org.freedesktop.Secret.Error.IsLocked: the default keyring is \
        locked). The key may well hold something. Unlock the default keyring, by signing in or in \
        its program, and try again.
        """)
  }

  @Test func textOfAnAbsentKeychain() {
    #expect(
      KeychainError.notAvailable.description == """
        This machine has no keychain (errSecNotAvailable, -25291). Give the Keychain another storage.
        """)
  }

  @Test func textOfAnAbsentKeyring() {
    #expect(
      KeychainError.keyringMissing.description == """
        No Secret Service answers on the session bus (no program provides \
        org.freedesktop.secrets). Start gnome-keyring-daemon or KeePassXC, or give the Keychain \
        another storage.
        """)
  }

  @Test func textOfASilentKeyring() {
    #expect(
      KeychainError.keyringSilent.description == """
        The keyring failed (org.freedesktop.DBus.Error.NoReply: no answer came within 10.0 \
        seconds). Read the key to see what it holds now, and try again; if that fails too, restart \
        the program that keeps the secrets.
        """)
  }

  @Test(arguments: [
    (
      KeychainError.itemNotFound, "ItemNotFound, -25300",
      "The item went while it was in use. Try again."
    ),
    (
      .duplicateItem, "DuplicateItem, -25299",
      "Another process keeps writing the same key. Try again."
    ),
    (.diskFull, "DiskFull, -34", "There is no space left. Free some, and try again."),
    (
      .decodingFailed, "Decode, -26275",
      "What is stored cannot be decoded. Remove the key, and store it again."
    ),
    (
      .missingEntitlement, "MissingEntitlement, -34018",
      """
      The program has no entitlement for the keychain. Sign it with keychain-access-groups, run \
      tests in a host app, or give the Keychain another storage.
      """
    ),
    (
      .authenticationFailed, "AuthFailed, -25293",
      "The keychain did not accept the user. Sign in again, and try again."
    ),
    (
      .userCanceled, "UserCanceled, -128",
      "The user said no. Ask again when the user wants it."
    ),
    (.inputOutput, "IO, -36", "The keychain could not be read or written. Try again."),
    (
      .invalidParameter, "Param, -50",
      "The keychain took an argument for invalid. Try a smaller value."
    ),
    (
      .readOnly, "ReadOnly, -25292",
      "The keychain cannot be written. Give the Keychain another storage."
    ),
  ])
  func textOfAFailedKeychain(_ error: KeychainError, _ status: String, _ advice: String) {
    #expect(error.description == "The keychain failed (errSec\(status)). \(advice)")
    #expect(error.localizedDescription == error.description)
  }

  @Test func textOfAStatusThatIsNotKnown() {
    #expect(
      KeychainError(status: -1).description
        == "The keychain failed (OSStatus -1). See what the status means, and try again.")
  }

  @Test func whatTheOtherEndSaysCannotForgeALine() {
    let status = KeychainStatus.secretService(name: "a.b", message: "one\ntwo\u{1B}[0m")
    #expect(status.description == #"a.b: one\ntwo\u{1B}[0m"#)
    #expect(KeychainError.absent(status).description.contains(#"(one\ntwo\u{1B}[0m)."#))
    #expect(KeychainStatus.secretService(name: "a.b", message: "").description == "a.b")
  }
}
