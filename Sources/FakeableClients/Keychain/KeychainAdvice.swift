/// The messages for keychain errors: what the keychain reported, and what to do about it.
enum KeychainAdvice {
  static func locked(_ status: KeychainStatus) -> String {
    switch status {
    case .security:
      "The keychain is locked (\(status)). The key may still hold a value. "
        + "Try again when the device is unlocked and the app is in the foreground."
    case .secretService:
      "The keyring is locked (\(status)). The key may still hold a value. "
        + "Unlock the default keyring by signing in or in its app, and try again."
    }
  }

  static func absent(_ status: KeychainStatus) -> String {
    switch status {
    case .security:
      "This machine has no keychain (\(status)). Give the Keychain another storage."
    case .secretService(BusError.Name.noSuchObject.rawValue, _):
      "The Secret Service has no default keyring. Create one in the keyring app (in KeePassXC, "
        + "share a database), or give the Keychain another storage."
    case .secretService(_, let message):
      "No Secret Service responds on the session bus (\(oneLine(message))). "
        + "Start gnome-keyring-daemon or KeePassXC, or give the Keychain another storage."
    }
  }

  static func failed(_ status: KeychainStatus) -> String {
    switch status {
    case .security(let number):
      "The keychain failed (\(status)). "
        + (SecurityStatus(rawValue: number)?.advice ?? "Look up the status, and try again.")
    case .secretService(let name, _):
      "The keyring failed (\(status)). \(keyringAdvice(BusError.Name(rawValue: name)))"
    }
  }

  private static func keyringAdvice(_ name: BusError.Name) -> String {
    switch name {
    case .limitsExceeded: "Store a smaller value. The key keeps its previous value."
    case .authenticationFailed:
      "Check whether DBUS_SESSION_BUS_ADDRESS names the bus of another user."
    default:
      "Read the key to check its value, and try again. If that fails, too, restart the "
        + "keyring."
    }
  }
}
