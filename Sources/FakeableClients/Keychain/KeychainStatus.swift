/// What a keychain of an operating system said when it refused, in its own terms.
public enum KeychainStatus: Hashable, Sendable {
  /// An `OSStatus` of the Security framework, on Apple's platforms.
  case security(Int32)
  /// The name and the text of a D-Bus error, on Linux. What never reached the keyring has the name
  /// that D-Bus gives it: `org.freedesktop.DBus.Error.NoReply` for silence, `.NoServer` for no bus.
  case secretService(name: String, message: String)
}

extension KeychainStatus: CustomStringConvertible {
  /// `errSecDiskFull, -34`, or `org.freedesktop.DBus.Error.NoReply: nothing came for 10 seconds`.
  public var description: String {
    switch self {
    case .security(let number):
      SecurityStatus(rawValue: number).map { "\($0.name), \(number)" } ?? "OSStatus \(number)"
    case .secretService(let name, let message):
      message.isEmpty ? name : "\(name): \(oneLine(message))"
    }
  }
}

/// The text with its line breaks escaped, so that what others wrote cannot forge a line of a log.
func oneLine(_ text: String) -> String {
  text.unicodeScalars.map { scalar in
    scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : "\(scalar)"
  }.joined()
}
