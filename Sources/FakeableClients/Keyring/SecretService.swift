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
    ///   - timeout: The time to wait for one reply, and for other callers to finish. Defaults to 10 seconds.
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
        for item in try items(attributes(of: key), in: keyring) {
          let secret = try callUnlessGone(
            item, "GetSecret", [.path(path)], returning: "(oayays)")
          if case .structure(let parts)? = secret, case .bytes(let bytes) = parts[2] {
            return Data(bytes)
          }
        }
        return nil
      }
    }

    package func set(data: Data, for key: String) throws {
      let label = "\(KeychainName.encoded(identifier)): \(KeychainName.encoded(key))"
      let properties: [String: BusValue] = [
        "Label": .string(label), "Attributes": .strings(attributes(of: key)),
      ]
      let dictionary = BusValue.array(
        of: "{sv}",
        properties.map {
          .structure([.string(Self.interface + "Item." + $0.key), .variant($0.value)])
        })
      try perform { keyring throws(BusError) in
        guard data.count <= BusMessage.limit / 2 else {
          throw BusError("LimitsExceeded", "\(data.count) bytes are more than a value can have")
        }
        let secret: [BusValue] = [
          .path(path), .bytes([]), .bytes(Array(data)), .string("application/octet-stream"),
        ]
        let created = try call(
          keyring, "Collection", "CreateItem", [dictionary, .structure(secret), .bool(true)],
          returning: "oo")
        try refuse(prompt: created[1])
      }
    }

    package func removeData(for key: String) throws { try removeItems(attributes(of: key)) }

    package func reset() throws { try removeItems(attributes(of: nil)) }

    private func removeItems(_ attributes: [String: String]) throws {
      try perform { keyring throws(BusError) in
        for item in try items(attributes, in: keyring) {
          let prompt = try callUnlessGone(item, "Delete", returning: "o")
          if let prompt { try refuse(prompt: prompt) }
        }
      }
    }

    private func attributes(of key: String?) -> [String: String] {
      var attributes = ["xdg:schema": "Clients.Keychain"]
      attributes["service"] = KeychainName.encoded(identifier)
      attributes["account"] = key.map(KeychainName.encoded)
      return attributes
    }

    /// Performs work in the unlocked default keyring, one caller at a time.
    ///
    /// The connection is kept for the next caller, and the bus or the keyring may have restarted in the meantime. Work
    /// that fails on a kept connection is therefore repeated once on a new one. All work can be repeated safely.
    private func perform<Result>(
      _ work: (_ keyring: String) throws(BusError) -> Result
    ) throws -> Result {
      guard lock.lock(before: Date(timeIntervalSinceNow: timeout / .seconds(1))) else {
        throw KeychainError(BusError("NoReply", "no reply came within \(timeout)"))
      }
      defer { lock.unlock() }
      do throws(BusError) {
        if bus != nil {
          do throws(BusError) { return try work(unlockedKeyring()) } catch {
            // A new connection doesn't help if the user must act, or if the time is up.
            if error.isNamed("IsLocked", "NoReply", "LimitsExceeded") { throw error }
          }
        }
        bus = try BusConnection(environment: environment, timeout: timeout)
        // Secrets aren't encrypted: the bus doesn't let other users listen.
        let plain = [BusValue.string("plain"), .variant(.string(""))]
        path = try call(Self.root, "Service", "OpenSession", plain, returning: "vo")[1].text ?? ""
        return try work(unlockedKeyring())
      } catch {
        if !error.isNamed("IsLocked") { bus = nil }
        throw KeychainError(error)
      }
    }
  }

  // The steps of the protocol.
  extension SecretService {
    /// Returns the default keyring if it exists and is unlocked.
    private func unlockedKeyring() throws(BusError) -> String {
      let name = [BusValue.string("default")]
      let found = try call(Self.root, "Service", "ReadAlias", name, returning: "o")[0].text
      guard let keyring = found, keyring != "/" else {
        throw BusError(Self.interface + "Error.NoSuchObject", "there is no default keyring")
      }
      let property = [BusValue.string(Self.interface + "Collection"), .string("Locked")]
      switch try call(keyring, nil, "Get", property, returning: "v")[0] {
      case .variant(.bool(false)): return keyring
      case .variant(.bool(true)): throw .isLocked("the default keyring is locked")
      default: throw .unexpected
      }
    }

    /// Returns the items that have at least these attributes.
    private func items(
      _ attributes: [String: String], in keyring: String
    ) throws(BusError) -> [String] {
      let attributes = [BusValue.strings(attributes)]
      let found = try call(keyring, "Collection", "SearchItems", attributes, returning: "ao")[0]
      if case .array(_, let paths) = found { return paths.compactMap(\.text) }
      return []
    }

    /// Throws an error if an operation needs a prompt, because there is no user to respond to it here.
    private func refuse(prompt: BusValue) throws(BusError) {
      if prompt.text != "/" { throw .isLocked("the keyring needs to prompt the user") }
    }

    /// Returns the result of a call to an item, or `nil` if the item was deleted since it was found.
    private func callUnlessGone(
      _ item: String, _ member: String, _ arguments: [BusValue] = [], returning signature: String
    ) throws(BusError) -> BusValue? {
      do throws(BusError) {
        return try call(item, "Item", member, arguments, returning: signature)[0]
      } catch {
        if error.isNamed("NoSuchObject", "UnknownObject", "UnknownMethod") { return nil }
        throw error
      }
    }

    /// Calls a method of an object of the keyring, or of its properties.
    private func call(
      _ object: String, _ interface: String?, _ member: String, _ arguments: [BusValue],
      returning signature: String
    ) throws(BusError) -> [BusValue] {
      guard let bus else { throw .unexpected }
      let interface = interface.map { Self.interface + $0 } ?? "org.freedesktop.DBus.Properties"
      return try bus.call("org.freedesktop.secrets", object, interface, member, arguments)
        .read(signature)
    }
  }
#endif
