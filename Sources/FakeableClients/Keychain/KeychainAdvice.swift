/// The messages for keychain errors: what the keychain reported, and what to do about it.
enum KeychainAdvice {
  static func locked(_ status: KeychainStatus) -> String {
    switch status {
    case .security:
      "The keychain is locked (\(status)). The key may well hold something. "
        + "Try again when the device has been unlocked and the app is in the foreground."
    case .secretService:
      "The keyring is locked (\(status)). The key may well hold something. "
        + "Unlock the default keyring, by signing in or in its program, and try again."
    }
  }

  static func absent(_ status: KeychainStatus) -> String {
    switch status {
    case .security:
      "This machine has no keychain (\(status)). Give the Keychain another storage."
    case .secretService(BusError.Name.noSuchObject.rawValue, _):
      "The Secret Service has no default keyring. Make one in its program (KeePassXC: share a "
        + "database with it), or give the Keychain another storage."
    case .secretService(_, let message):
      "No Secret Service responds on the session bus (\(oneLine(message))). "
        + "Start gnome-keyring-daemon or KeePassXC, or give the Keychain another storage."
    }
  }

  static func failed(_ status: KeychainStatus) -> String {
    switch status {
    case .security(let number):
      "The keychain failed (\(status)). "
        + (SecurityStatus(rawValue: number)?.advice ?? "See what the status means, and try again.")
    case .secretService(let name, _):
      "The keyring failed (\(status)). \(keyringAdvice(BusError.Name(rawValue: name)))"
    }
  }

  private static func keyringAdvice(_ name: BusError.Name) -> String {
    switch name {
    case .limitsExceeded: "Store less under one key; it holds what it held before."
    case .authenticationFailed:
      "See whether DBUS_SESSION_BUS_ADDRESS names the bus of another user."
    default:
      "Read the key to see what it holds now, and try again; if that fails too, restart the "
        + "program that keeps the secrets."
    }
  }
}
