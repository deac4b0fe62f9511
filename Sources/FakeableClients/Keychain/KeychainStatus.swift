/// The status that the keychain of an operating system reported with an error.
public enum KeychainStatus: Hashable, Sendable {
  /// An `OSStatus` of the Security framework, on Apple's platforms.
  case security(Int32)
  /// The name and the message of a D-Bus error, on Linux.
  ///
  /// Errors that never reached the keyring use standard D-Bus names: `org.freedesktop.DBus.Error.NoReply` if it
  /// didn't reply, and `.NoServer` if there is no bus.
  case secretService(name: String, message: String)
}

extension KeychainStatus: CustomStringConvertible {
  /// The status as text, such as `errSecDiskFull, -34` or
  /// `org.freedesktop.DBus.Error.NoReply: no reply came within 10.0 seconds`.
  public var description: String {
    switch self {
    case .security(let number):
      Self.known[number].map { "errSec\($0.name), \(number)" } ?? "OSStatus \(number)"
    case .secretService(let name, let message):
      message.isEmpty ? name : "\(name): \(oneLine(message))"
    }
  }
}

/// Returns the text with its line breaks escaped, so that text from elsewhere can't forge a line of a log.
func oneLine(_ text: String) -> String {
  text.unicodeScalars.map { scalar in
    scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : "\(scalar)"
  }.joined()
}

extension KeychainStatus {
  /// The statuses of the Security framework that a keychain can report, with advice for each. The advice is empty if
  /// the message of the error already includes it.
  ///
  /// They are numbers instead of the constants of the framework, so that a fake can use them on every platform.
  static let known: [Int32: (name: String, advice: String)] = [
    -25300: ("ItemNotFound", "The item was deleted while it was in use. Try again."),
    -25299: ("DuplicateItem", "Another process keeps writing the same key. Try again."),
    -25308: ("InteractionNotAllowed", ""),
    -25315: ("InteractionRequired", ""),
    -25293: (
      "AuthFailed", "The keychain did not accept the user. Sign in again, and try again."
    ),
    -128: (
      "UserCanceled",
      "The user canceled the request. Ask again only when the user starts the action again."
    ),
    -34018: (
      "MissingEntitlement",
      "The program has no entitlement for the keychain. Sign it with keychain-access-groups, run "
        + "tests in a host app, or give the Keychain another storage."
    ),
    -25291: ("NotAvailable", ""),
    -25294: ("NoSuchKeychain", ""),
    -25307: ("NoDefaultKeychain", ""),
    -26275: ("Decode", "What is stored cannot be decoded. Remove the key, and store it again."),
    -34: ("DiskFull", "There is no space left. Free some, and try again."),
    -36: ("IO", "The keychain could not be read or written. Try again."),
    -50: ("Param", "The keychain rejected an argument as invalid. Try a smaller value."),
    -25292: ("ReadOnly", "The keychain cannot be written. Give the Keychain another storage."),
  ]
}

extension KeychainError {
  /// Creates the error that a status of the Security framework means for a keychain.
  package init(status: Int32) {
    switch status {
    case -25308, -25315: self = .locked(.security(status))
    case -25291, -25294, -25307: self = .absent(.security(status))
    default: self = .failed(.security(status))
    }
  }
}

/// The failures of real keychains, for fakes to throw.
///
/// ```swift
/// storage.when(\.set).thenThrow(KeychainError.interactionNotAllowed)
/// ```
extension KeychainError {
  /// The keychain is locked, or the program is in the background. The value may still exist.
  public static let interactionNotAllowed = KeychainError(status: -25308)
  /// The item disappeared between two steps. A key that holds nothing isn't an error: it reads as `nil`.
  public static let itemNotFound = KeychainError(status: -25300)
  /// Another process added the key between the lookup and the write.
  public static let duplicateItem = KeychainError(status: -25299)
  /// There is no space left.
  public static let diskFull = KeychainError(status: -34)
  /// The stored value can't be decoded.
  public static let decodingFailed = KeychainError(status: -26275)
  /// The program has no entitlement for the keychain, like tests without a host app.
  public static let missingEntitlement = KeychainError(status: -34018)
  /// The keychain didn't accept the user.
  public static let authenticationFailed = KeychainError(status: -25293)
  /// The user canceled the request.
  public static let userCanceled = KeychainError(status: -128)
  /// There is no keychain.
  public static let notAvailable = KeychainError(status: -25291)
  /// Reading or writing failed below the keychain.
  public static let inputOutput = KeychainError(status: -36)
  /// The keychain rejected an argument as invalid.
  public static let invalidParameter = KeychainError(status: -50)
  /// The keychain can't be written.
  public static let readOnly = KeychainError(status: -25292)
  /// Linux: the default keyring is locked.
  public static let keyringLocked = KeychainError.locked(
    .secretService(
      name: "org.freedesktop.Secret.Error.IsLocked", message: "the default keyring is locked"))
  /// Linux: no program on the session bus provides a keyring.
  public static let keyringMissing = KeychainError.absent(
    .secretService(
      name: "org.freedesktop.DBus.Error.ServiceUnknown",
      message: "no program provides org.freedesktop.secrets"))
  /// Linux: the keyring didn't reply in time.
  public static let keyringSilent = KeychainError.failed(
    .secretService(
      name: "org.freedesktop.DBus.Error.NoReply", message: "no reply came within 10.0 seconds"))

  /// All failures above, for use as the arguments of a test.
  public static let storageFailures = [
    interactionNotAllowed, itemNotFound, duplicateItem, diskFull, decodingFailed,
    missingEntitlement, authenticationFailed, userCanceled, notAvailable, inputOutput,
    invalidParameter, readOnly, keyringLocked, keyringMissing, keyringSilent,
  ]
}
