/// The statuses of the Security framework that a keychain can report, with advice for each.
///
/// They are numbers instead of the constants of the framework, so that a fake can use them on every platform.
enum SecurityStatus: Int32, CaseIterable {
  case itemNotFound = -25300
  case duplicateItem = -25299
  case interactionNotAllowed = -25308
  case interactionRequired = -25315
  case authenticationFailed = -25293
  case userCanceled = -128
  case missingEntitlement = -34018
  case notAvailable = -25291
  case noSuchKeychain = -25294
  case noDefaultKeychain = -25307
  case decodingFailed = -26275
  case diskFull = -34
  case inputOutput = -36
  case invalidParameter = -50
  case readOnly = -25292

  /// The name of the constant in the framework.
  var name: String {
    switch self {
    case .itemNotFound: "errSecItemNotFound"
    case .duplicateItem: "errSecDuplicateItem"
    case .interactionNotAllowed: "errSecInteractionNotAllowed"
    case .interactionRequired: "errSecInteractionRequired"
    case .authenticationFailed: "errSecAuthFailed"
    case .userCanceled: "errSecUserCanceled"
    case .missingEntitlement: "errSecMissingEntitlement"
    case .notAvailable: "errSecNotAvailable"
    case .noSuchKeychain: "errSecNoSuchKeychain"
    case .noDefaultKeychain: "errSecNoDefaultKeychain"
    case .decodingFailed: "errSecDecode"
    case .diskFull: "errSecDiskFull"
    case .inputOutput: "errSecIO"
    case .invalidParameter: "errSecParam"
    case .readOnly: "errSecReadOnly"
    }
  }

  /// The advice for the status, or `nil` if the message of the error already includes it.
  var advice: String? {
    switch self {
    case .itemNotFound: "The item was deleted while it was in use. Try again."
    case .duplicateItem: "Another process keeps writing the same key. Try again."
    case .authenticationFailed:
      "The keychain did not accept the user. Sign in again, and try again."
    case .userCanceled:
      "The user canceled the request. Ask again only when the user starts the action again."
    case .missingEntitlement:
      "The program has no entitlement for the keychain. Sign it with keychain-access-groups, run "
        + "tests in a host app, or give the Keychain another storage."
    case .decodingFailed: "What is stored cannot be decoded. Remove the key, and store it again."
    case .diskFull: "There is no space left. Free some, and try again."
    case .inputOutput: "The keychain could not be read or written. Try again."
    case .invalidParameter: "The keychain rejected an argument as invalid. Try a smaller value."
    case .readOnly: "The keychain cannot be written. Give the Keychain another storage."
    case .interactionNotAllowed, .interactionRequired: nil
    case .notAvailable, .noSuchKeychain, .noDefaultKeychain: nil
    }
  }
}

extension KeychainError {
  /// Creates the error that a status of the Security framework means for a keychain.
  package init(status: Int32) {
    switch SecurityStatus(rawValue: status) {
    case .interactionNotAllowed, .interactionRequired: self = .locked(.security(status))
    case .notAvailable, .noSuchKeychain, .noDefaultKeychain: self = .absent(.security(status))
    default: self = .failed(.security(status))
    }
  }
}
