import Foundation

/// The desktop's keyring (gnome-keyring, KeePassXC, and others), which is reached over the session bus.
///
/// Items are in the default keyring and have three attributes: the schema, the service (the identifier of the
/// storage), and the account (the key). Every search specifies all three that apply, because the keyring also
/// finds items that have additional attributes.
///
/// This storage never prompts the user: a keyring that would prompt counts as locked.
///
/// `@unchecked` is safe because `session` is used only while `lock` is held, and nothing else changes.
package final class SecretService: KeychainStorage, @unchecked Sendable {
  private static let schema = "Clients.Keychain"

  private let identifier: String
  private let environment: [String: String]
  private let timeout: Duration
  private let lock = NSLock()
  private var session: SecretServiceSession?

  /// Creates a storage for the items of an identifier. The bus isn't accessed yet.
  ///
  /// - Parameters:
  ///   - identifier: The service that the items belong to.
  ///   - environment: The environment variables that contain the address of the session bus.
  ///   - timeout: The time to wait for one reply, and for other callers to finish. Defaults to 10 seconds.
  package init(
    identifier: String,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    timeout: Duration = .seconds(10)
  ) {
    self.identifier = identifier
    self.environment = environment
    self.timeout = timeout
  }

  package func data(for key: String) throws -> Data? {
    let attributes = attributes(of: key)
    return try perform { session throws(BusError) in
      let collection = try session.unlockedCollection()
      for item in try session.items(in: collection, attributes) {
        if let secret = try session.secret(of: item) { return Data(secret) }
      }
      return nil
    }
  }

  package func set(data: Data, for key: String) throws {
    let attributes = attributes(of: key)
    let label = "\(KeychainName.encoded(identifier)): \(KeychainName.encoded(key))"
    try perform { session throws(BusError) in
      let collection = try session.unlockedCollection()
      try session.create(in: collection, label: label, attributes, secret: data)
    }
  }

  package func removeData(for key: String) throws {
    try removeItems(attributes(of: key))
  }

  package func reset() throws {
    try removeItems(attributes(of: nil))
  }

  private func removeItems(_ attributes: [String: String]) throws {
    try perform { session throws(BusError) in
      let collection = try session.unlockedCollection()
      for item in try session.items(in: collection, attributes) { try session.delete(item) }
    }
  }

  private func attributes(of key: String?) -> [String: String] {
    var attributes = ["xdg:schema": Self.schema, "service": KeychainName.encoded(identifier)]
    attributes["account"] = key.map(KeychainName.encoded)
    return attributes
  }

  /// Performs the work in a session, one caller at a time.
  ///
  /// The session is kept for the next caller, and the bus or the keyring may have restarted in the meantime. Work
  /// that fails in a kept session is therefore repeated once in a new session. All work can be repeated safely.
  private func perform<Result>(
    _ work: (SecretServiceSession) throws(BusError) -> Result
  ) throws -> Result {
    guard lock.lock(before: Date(timeIntervalSinceNow: timeout / .seconds(1))) else {
      throw KeychainError(.noReply(after: timeout))
    }
    defer { lock.unlock() }
    do throws(BusError) {
      if let kept = session {
        do throws(BusError) {
          return try work(kept)
        } catch {
          if !error.allowsAnotherTry { throw error }
        }
      }
      let new = try SecretServiceSession(environment: environment, timeout: timeout)
      session = new
      return try work(new)
    } catch {
      if error.name != .isLocked { session = nil }
      throw KeychainError(error)
    }
  }
}

extension BusError {
  /// A Boolean value that indicates whether a new connection may succeed.
  ///
  /// It can't if the user must act, or if the time is up.
  fileprivate var allowsAnotherTry: Bool {
    name != .isLocked && name != .noReply && name != .limitsExceeded
  }
}
