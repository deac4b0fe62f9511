/// The failures of real keychains, for fakes to throw.
///
/// ```swift
/// storage.when(\.set).thenThrow(KeychainError.interactionNotAllowed)
/// ```
extension KeychainError {
  /// The keychain is locked, or the program is in the background. The value may still exist.
  public static let interactionNotAllowed = security(.interactionNotAllowed)
  /// The item disappeared between two steps. A key that holds nothing isn't an error: it reads as `nil`.
  public static let itemNotFound = security(.itemNotFound)
  /// Another process added the key between the lookup and the write.
  public static let duplicateItem = security(.duplicateItem)
  /// There is no space left.
  public static let diskFull = security(.diskFull)
  /// The stored value can't be decoded.
  public static let decodingFailed = security(.decodingFailed)
  /// The program has no entitlement for the keychain, like tests without a host app.
  public static let missingEntitlement = security(.missingEntitlement)
  /// The keychain didn't accept the user.
  public static let authenticationFailed = security(.authenticationFailed)
  /// The user canceled the request.
  public static let userCanceled = security(.userCanceled)
  /// There is no keychain.
  public static let notAvailable = security(.notAvailable)
  /// Reading or writing failed below the keychain.
  public static let inputOutput = security(.inputOutput)
  /// The keychain rejected an argument as invalid.
  public static let invalidParameter = security(.invalidParameter)
  /// The keychain can't be written.
  public static let readOnly = security(.readOnly)
  /// Linux: the default keyring is locked.
  public static let keyringLocked = KeychainError(
    BusError(.isLocked, "the default keyring is locked"))
  /// Linux: no program on the session bus provides a keyring.
  public static let keyringMissing = KeychainError(
    BusError(.serviceUnknown, "no program provides org.freedesktop.secrets"))
  /// Linux: the keyring didn't reply in time.
  public static let keyringSilent = KeychainError(BusError.noReply(after: .seconds(10)))

  /// All failures above, for use as the arguments of a test.
  public static let storageFailures = [
    interactionNotAllowed, itemNotFound, duplicateItem, diskFull, decodingFailed,
    missingEntitlement, authenticationFailed, userCanceled, notAvailable, inputOutput,
    invalidParameter, readOnly, keyringLocked, keyringMissing, keyringSilent,
  ]

  private static func security(_ status: SecurityStatus) -> KeychainError {
    KeychainError(status: status.rawValue)
  }
}
