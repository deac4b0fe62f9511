/// An error of the bus or of this client, under its D-Bus name.
package struct BusError: Error, Equatable {
  package struct Name: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    private static func bus(_ name: String) -> Name {
      Name(rawValue: "org.freedesktop.DBus.Error." + name)
    }
    private static func secret(_ name: String) -> Name {
      Name(rawValue: "org.freedesktop.Secret.Error." + name)
    }

    package static let authenticationFailed = bus("AuthFailed")
    package static let badAddress = bus("BadAddress")
    package static let disconnected = bus("Disconnected")
    package static let failed = bus("Failed")
    package static let inconsistentMessage = bus("InconsistentMessage")
    package static let limitsExceeded = bus("LimitsExceeded")
    package static let nameHasNoOwner = bus("NameHasNoOwner")
    package static let noReply = bus("NoReply")
    package static let noServer = bus("NoServer")
    package static let serviceUnknown = bus("ServiceUnknown")
    package static let unknownMethod = bus("UnknownMethod")
    package static let unknownObject = bus("UnknownObject")
    package static let isLocked = secret("IsLocked")
    package static let noSuchObject = secret("NoSuchObject")
    /// The bus could not start the program that provides a name.
    static let spawn = "org.freedesktop.DBus.Error.Spawn."
  }

  package let name: Name
  package let message: String

  package init(_ name: Name, _ message: String) {
    self.name = name
    self.message = message
  }

  static func noReply(after timeout: Duration) -> BusError {
    BusError(.noReply, "no reply came within \(timeout)")
  }

  /// Returns the error for a message that D-Bus does not allow or that was not requested.
  static func unexpected(_ what: String) -> BusError { BusError(.inconsistentMessage, what) }
}

extension KeychainError {
  /// Creates the keychain error that an error of the bus means.
  init(_ error: BusError) {
    let status = KeychainStatus.secretService(name: error.name.rawValue, message: error.message)
    switch error.name {
    case .isLocked: self = .locked(status)
    case .badAddress, .noServer, .nameHasNoOwner, .serviceUnknown, .noSuchObject:
      self = .absent(status)
    case let name where name.rawValue.hasPrefix(BusError.Name.spawn): self = .absent(status)
    default: self = .failed(status)
    }
  }
}
