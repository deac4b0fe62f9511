import Foundation

/// An error that a ``Keychain`` throws if it can't read or store a value.
///
/// Errors are safe to log: they include the key and the kind and size of the value, but never the value itself.
/// ``SystemKeychainStorage`` throws the last three cases. A keychain doesn't wrap the errors of other storages.
public enum KeychainError: Error, Equatable, Sendable {
  /// The key holds bytes that aren't UTF-8, and a string was requested.
  case notUTF8(key: String, byteCount: Int)
  /// The key holds bytes that aren't JSON, and a JSON value was requested.
  case notJSON(key: String, byteCount: Int)
  /// The key holds JSON of another type.
  ///
  /// `expected` is a Swift type, and `found` is the kind and size of the stored value.
  case typeMismatch(key: String, expected: String, found: String)
  /// The value can't be stored as JSON. Nothing was stored, and the key keeps its previous value.
  case invalidValue(key: String, reason: String)
  /// The keychain is locked.
  ///
  /// The value may still exist, so don't sign the user out.
  case locked(KeychainStatus)
  /// There is no keychain on this machine.
  case absent(KeychainStatus)
  /// The keychain failed in another way. It is unknown whether a change took effect.
  case failed(KeychainStatus)
}

extension KeychainError: CustomStringConvertible, LocalizedError {
  /// A text that names the key, what it holds, and what to call instead.
  public var description: String {
    switch self {
    case .notUTF8(let key, let byteCount):
      "The key \(quoted(key)) holds something other than UTF-8 text (\(bytes(byteCount))). "
        + "Call data(for:) to read it as it is."
    case .notJSON(let key, let byteCount):
      "The key \(quoted(key)) holds something other than JSON (\(bytes(byteCount))). "
        + "Call data(for:) to read it as it is."
    case .typeMismatch(let key, let expected, let found):
      "The key \(quoted(key)) does not hold a value of the requested type: expected \(expected), "
        + "found \(found). Call value(for:) to read any JSON, or data(for:) to read it as it is."
    case .invalidValue(let key, let reason):
      "The value for the key \(quoted(key)) was not stored: \(reason). "
        + "Call set(data:for:) with bytes of your own, and data(for:) to read them."
    case .locked(.security):
      "The keychain is locked (\(status)). The key may still hold a value. "
        + "Try again when the device is unlocked and the app is in the foreground."
    case .locked(.secretService):
      "The keyring is locked (\(status)). The key may still hold a value. "
        + "Unlock the default keyring by signing in or in its app, and try again."
    case .absent(.security):
      "This machine has no keychain (\(status)). Give the Keychain another storage."
    case .absent(.secretService(let name, _)) where name.hasSuffix(".NoSuchObject"):
      "The Secret Service has no default keyring. Create one in the keyring app (in KeePassXC, "
        + "share a database), or give the Keychain another storage."
    case .absent(.secretService(_, let message)):
      "No Secret Service responds on the session bus (\(oneLine(message))). "
        + "Start gnome-keyring-daemon or KeePassXC, or give the Keychain another storage."
    case .failed(.security(let number)):
      "The keychain failed (\(status)). "
        + (KeychainStatus.known[number]?.advice ?? "Look up the status, and try again.")
    case .failed(.secretService(let name, _)):
      "The keyring failed (\(status)). "
        + (name.hasSuffix(".AuthFailed")
          ? "Check whether DBUS_SESSION_BUS_ADDRESS names the bus of another user."
          : "Read the key to check its value, and try again. If that fails, too, restart the keyring.")
    }
  }

  /// The text of the status of the platform.
  private var status: String {
    switch self {
    case .locked(let status), .absent(let status), .failed(let status): "\(status)"
    default: ""
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// Returns the key as a string literal, so that an empty key is visible and a line break can't forge a line.
private func quoted(_ key: String) -> String { key.debugDescription }

/// Returns a count of bytes with its unit.
func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
