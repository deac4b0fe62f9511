import Foundation

/// The desktop's keyring, spoken to over the session bus: gnome-keyring, KeePassXC and others.
///
/// Items are in the default keyring, with three attributes: the schema, the service (the identifier
/// of the storage) and the account (the key). All three are always given, because the keyring finds
/// items that have more attributes than it was asked for.
///
/// Nothing here can ask a person: where the keyring would, it counts as locked.
///
/// `@unchecked`: `session` is used while `lock` is held, and all else never changes.
package final class SecretService: KeychainStorage, @unchecked Sendable {
  private static let schema = "Clients.Keychain"

  private let identifier: String
  private let environment: [String: String]
  private let timeout: Duration
  private let lock = NSLock()
  private var session: SecretServiceSession?

  /// - Parameters:
  ///   - environment: where the address of the session bus is.
  ///   - timeout: how long to wait for one answer, and for the turn of one caller.
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

  /// Runs the work in a session, one caller at a time.
  ///
  /// The session is kept for the next caller, so the bus or the keyring may have been restarted since:
  /// work that fails in a kept session runs once more in a new one. All of it can be repeated.
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
  /// Whether a new connection may do better: not when a person is missing, nor when the time is over.
  fileprivate var allowsAnotherTry: Bool {
    name != .isLocked && name != .noReply && name != .limitsExceeded
  }
}
