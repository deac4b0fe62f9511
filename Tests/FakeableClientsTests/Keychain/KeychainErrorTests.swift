import FakeableClients
import Foundation
import Testing

/// The errors of a keychain, and their messages.
@Suite struct KeychainErrorTests {
  private static let texts: [(KeychainError, String)] =
    [
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
        The key "" does not hold a value of the requested type: expected Int, found a JSON string (1 byte). \
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
        locked). The key may still hold a value. Unlock the default keyring by signing in or in \
        its app, and try again.
        """
      ),
      (.keyringMissing, noService("no program provides org.freedesktop.secrets")),
      (
        .keyringSilent,
        failedKeyring("org.freedesktop.DBus.Error.NoReply: no reply came within 10.0 seconds")
      ),
      // A message of the keyring cannot forge a line of a log.
      (status("one\ntwo\u{1B}[0m"), failedKeyring(#"a.b: one\ntwo\u{1B}[0m"#)),
      (.absent(.secretService(name: "a.b", message: "\n")), noService(#"\n"#)),
      (status(""), failedKeyring("a.b")),
      (.interactionNotAllowed, locked("NotAllowed", -25308)),
      (KeychainError(status: -25315), locked("Required", -25315)),
      (.notAvailable, absent("NotAvailable", -25291)),
      (KeychainError(status: -25294), absent("NoSuchKeychain", -25294)),
      (KeychainError(status: -25307), absent("NoDefaultKeychain", -25307)),
      (
        KeychainError(status: -1),
        "The keychain failed (OSStatus -1). Look up the status, and try again."
      ),
    ] + failures

  /// The statuses of Apple's keychain by their names and numbers in the Security framework.
  private static let failures: [(KeychainError, String)] = [
    (
      .missingEntitlement, "MissingEntitlement, -34018",
      """
      The program has no entitlement for the keychain. Sign it with keychain-access-groups, run \
      tests in a host app, or give the Keychain another storage.
      """
    ),
    (.itemNotFound, "ItemNotFound, -25300", "The item was deleted while it was in use. Try again."),
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
      .authenticationFailed, "AuthFailed, -25293",
      "The keychain did not accept the user. Sign in again, and try again."
    ),
    (
      .userCanceled, "UserCanceled, -128",
      "The user canceled the request. Ask again only when the user starts the action again."
    ),
    (.inputOutput, "IO, -36", "The keychain could not be read or written. Try again."),
    (
      .invalidParameter, "Param, -50",
      "The keychain rejected an argument as invalid. Try a smaller value."
    ),
    (
      .readOnly, "ReadOnly, -25292",
      "The keychain cannot be written. Give the Keychain another storage."
    ),
  ].map { ($0, "The keychain failed (errSec\($1)). \($2)") }

  private static func status(_ message: String) -> KeychainError {
    .failed(.secretService(name: "a.b", message: message))
  }
  private static func failedKeyring(_ status: String) -> String {
    "The keyring failed (\(status)). Read the key to check its value, and try again. If that "
      + "fails, too, restart the keyring."
  }
  private static func noService(_ message: String) -> String {
    "No Secret Service responds on the session bus (\(message)). Start gnome-keyring-daemon or "
      + "KeePassXC, or give the Keychain another storage."
  }
  private static func locked(_ name: String, _ number: Int) -> String {
    "The keychain is locked (errSecInteraction\(name), \(number)). The key may still hold a value. "
      + "Try again when the device is unlocked and the app is in the foreground."
  }
  private static func absent(_ name: String, _ number: Int) -> String {
    "This machine has no keychain (errSec\(name), \(number)). Give the Keychain another storage."
  }

  @Test(arguments: texts)
  func errorsDescribeTheProblemAndTheFix(_ error: KeychainError, _ text: String) {
    #expect(error.description == text && error.localizedDescription == text)
  }

  @Test func everyFailureIsListedOnce() {
    let failures = KeychainError.storageFailures.map(\.description)
    #expect(failures.count == 15 && Set(failures).count == 15)
    #expect(failures.filter { failure in !Self.texts.contains { $1 == failure } } == [])
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

  /// Returns the error of an operation, or an empty string if it succeeds.
  private func text<Value>(of act: () async throws -> Value) async -> String {
    do {
      _ = try await act()
      return ""
    } catch {
      return "\(error) \(String(reflecting: error))"
    }
  }
}
