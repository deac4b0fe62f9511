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
      SecurityStatus(rawValue: number).map { "\($0.name), \(number)" } ?? "OSStatus \(number)"
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
