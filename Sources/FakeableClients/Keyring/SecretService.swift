#if !canImport(Security)
  import Foundation

  /// The desktop's keyring (gnome-keyring, KeePassXC, and others), which is reached over the session bus.
  ///
  /// Items are in the default keyring and have three attributes: the schema, the service (the identifier of the
  /// storage), and the account (the key). Every search specifies all three that apply, because the keyring also
  /// finds items that have additional attributes. A keyring that would prompt the user counts as locked.
  ///
  /// `@unchecked` is safe because `bus` and `path` are used only while `lock` is held, and nothing else changes.
  package final class SecretService: KeychainStorage, @unchecked Sendable {
    private static let root = "/org/freedesktop/secrets"
    private static let interface = "org.freedesktop.Secret."

    private let identifier: String
    private let environment: [String: String]
    private let timeout: Duration
    private let lock = NSLock()
    private var bus: BusConnection?
    /// The object path of the session with the keyring.
    private var path = root

    /// Creates a storage for the items of an identifier. The bus isn't accessed yet.
    ///
    /// - Parameters:
    ///   - identifier: The service that the items belong to.
    ///   - environment: The environment variables that contain the address of the session bus.
    ///   - timeout: The time to wait for one reply. Defaults to 10 seconds.
    package init(
      identifier: String, environment: [String: String] = ProcessInfo.processInfo.environment,
      timeout: Duration = .seconds(10)
    ) {
      self.identifier = identifier
      self.environment = environment
      self.timeout = timeout
    }

    package func data(for key: String) throws -> Data? {
      try perform { keyring throws(BusError) in
        guard let item = try items(of: key, in: keyring).first else { return nil }
        let secret = try call(item, "Item", "GetSecret", [.path(path)], "(oayays)")
        // The session and the parameters of an encryption come before the value.
        _ = try (secret.text(), secret.data())
        return Data(try secret.data())
      }
    }

    package func set(data: Data, for key: String) throws {
      let label = "\(KeychainName.encoded(identifier)): \(KeychainName.encoded(key))"
      let item = [
        ("Label", BusValue.string(label)), ("Attributes", .strings(attributes(of: key))),
      ].map { BusValue.structure([.string(Self.interface + "Item." + $0), .variant($1)]) }
      try perform { keyring throws(BusError) in
        let type = BusValue.string("application/octet-stream")
        let secret = BusValue.structure([.path(path), .bytes([]), .bytes(Array(data)), type])
        let arguments = [.array(of: "{sv}", item), secret, .number("b", 1)]
        let created = try call(keyring, "Collection", "CreateItem", arguments, "oo")
        // The item comes before the prompt.
        _ = try created.text()
        try refuse(prompt: created.text())
      }
    }

    package func removeData(for key: String) throws { try removeItems(of: key) }

    package func reset() throws { try removeItems(of: nil) }

    private func removeItems(of key: String?) throws {
      try perform { keyring throws(BusError) in
        for item in try items(of: key, in: keyring) {
          try refuse(prompt: call(item, "Item", "Delete", [], "o").text())
        }
      }
    }

    private func attributes(of key: String?) -> [String: String] {
      var attributes = [
        "xdg:schema": "Clients.Keychain", "service": KeychainName.encoded(identifier),
      ]
      attributes["account"] = key.map(KeychainName.encoded)
      return attributes
    }

    /// Performs work in the unlocked default keyring, one caller at a time.
    ///
    /// The connection is kept for the next caller. The bus or the keyring may have restarted in the meantime, or deleted
    /// an item that was found. Work that fails is therefore repeated once on a new connection, which is always safe.
    private func perform<Result>(
      _ work: (_ keyring: String) throws(BusError) -> Result
    ) throws -> Result {
      lock.lock()
      defer { lock.unlock() }
      var failure = BusError.unexpected
      for _ in 1...2 {
        do throws(BusError) { return try work(unlockedKeyring()) } catch {
          failure = error
          if !error.isNamed("IsLocked") { bus = nil }
          // Another try doesn't help if the user must act, or if the time is up.
          if error.isNamed("IsLocked", "NoReply") { break }
        }
      }
      throw KeychainError(failure)
    }
  }

  // The steps of the protocol.
  extension SecretService {
    /// Returns the default keyring if it exists and is unlocked.
    private func unlockedKeyring() throws(BusError) -> String {
      let alias = [BusValue.string("default")]
      let keyring = try call(Self.root, "Service", "ReadAlias", alias, "o").text()
      guard keyring != "/" else {
        throw BusError(Self.interface + "Error.NoSuchObject", "there is no default keyring")
      }
      let property = [BusValue.string(Self.interface + "Collection"), .string("Locked")]
      let isLocked = try call(keyring, nil, "Get", property, "v")
      if try isLocked.signature() == "b", try isLocked.number() == 0 { return keyring }
      throw BusError(Self.interface + "Error.IsLocked", "the default keyring is locked")
    }

    /// Returns the items of a key, or of all keys.
    private func items(of key: String?, in keyring: String) throws(BusError) -> [String] {
      try call(keyring, "Collection", "SearchItems", [.strings(attributes(of: key))], "ao").texts()
    }

    /// Throws an error if an operation needs a prompt, because there is no user to respond to it here.
    private func refuse(prompt: String) throws(BusError) {
      guard prompt != "/" else { return }
      throw BusError(Self.interface + "Error.IsLocked", "the keyring needs to prompt the user")
    }

    /// Calls a method of an object of the keyring, or of its properties, and returns a reader of its reply.
    private func call(
      _ object: String, _ interface: String?, _ member: String, _ arguments: [BusValue],
      _ signature: String
    ) throws(BusError) -> BusReader {
      let name = "org.freedesktop.secrets"
      let bus: BusConnection
      if let kept = self.bus {
        bus = kept
      } else {
        bus = try BusConnection(environment: environment, timeout: timeout)
        // Secrets aren't encrypted: the bus doesn't let other users listen.
        let plain = [BusValue.string("plain"), .variant(.string(""))]
        let service = Self.interface + "Service"
        let opened = try bus.call(name, Self.root, service, "OpenSession", plain).reader("vo")
        guard try opened.signature() == "s", try opened.text() == "" else { throw .unexpected }
        (path, self.bus) = (try opened.text(), bus)
      }
      let interface = interface.map { Self.interface + $0 } ?? "org.freedesktop.DBus.Properties"
      return try bus.call(name, object, interface, member, arguments).reader(signature)
    }
  }
#endif
