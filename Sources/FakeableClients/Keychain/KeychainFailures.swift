/// The failures that keychains of operating systems really have, ready to be thrown by a fake.
///
/// ```swift
/// storage.when(\.set).thenThrow(KeychainError.interactionNotAllowed)
/// ```
extension KeychainError {
  /// Locked, or the program is in the background: the value may well be there.
  public static let interactionNotAllowed = security(.interactionNotAllowed)
  /// The item went between two steps. A key that holds nothing is no error: it reads as nil.
  public static let itemNotFound = security(.itemNotFound)
  /// Another process added the key between the look and the write.
  public static let duplicateItem = security(.duplicateItem)
  /// No space is left.
  public static let diskFull = security(.diskFull)
  /// What is stored cannot be decoded.
  public static let decodingFailed = security(.decodingFailed)
  /// The program is not entitled to use the keychain, as tests without a host app are not.
  public static let missingEntitlement = security(.missingEntitlement)
  /// The keychain did not accept the user.
  public static let authenticationFailed = security(.authenticationFailed)
  /// The user was asked, and said no.
  public static let userCanceled = security(.userCanceled)
  /// There is no keychain.
  public static let notAvailable = security(.notAvailable)
  /// Reading or writing failed below the keychain.
  public static let inputOutput = security(.inputOutput)
  /// The keychain took an argument for invalid.
  public static let invalidParameter = security(.invalidParameter)
  /// The keychain cannot be written.
  public static let readOnly = security(.readOnly)
  /// Linux: the default keyring is locked.
  public static let keyringLocked = KeychainError(
    BusError(.isLocked, "the default keyring is locked"))
  /// Linux: no program on the session bus keeps secrets.
  public static let keyringMissing = KeychainError(
    BusError(.serviceUnknown, "no program provides org.freedesktop.secrets"))
  /// Linux: the program that keeps secrets did not answer in time.
  public static let keyringSilent = KeychainError(BusError.noReply(after: .seconds(10)))

  /// Every failure above, as arguments of a test: what the code under test does in each case.
  public static let storageFailures = [
    interactionNotAllowed, itemNotFound, duplicateItem, diskFull, decodingFailed,
    missingEntitlement, authenticationFailed, userCanceled, notAvailable, inputOutput,
    invalidParameter, readOnly, keyringLocked, keyringMissing, keyringSilent,
  ]

  private static func security(_ status: SecurityStatus) -> KeychainError {
    KeychainError(status: status.rawValue)
  }
}
