/// A session with the Secret Service. Each method is one step of its protocol.
final class SecretServiceSession {
  private static let service = "org.freedesktop.secrets"
  private static let root = "/org/freedesktop/secrets"
  private static let interface = "org.freedesktop.Secret."
  /// The path that means no object.
  private static let none = "/"

  private let connection: BusConnection
  private let timeout: Duration
  /// The object path of this session.
  private var path = none

  init(environment: [String: String], timeout: Duration) throws(BusError) {
    self.timeout = timeout
    connection = try BusConnection(
      try BusAddress.ofSession(in: environment), before: BusDeadline(timeout))
    // Secrets aren't encrypted: the bus doesn't let other users listen.
    let reply = try call(Self.root, "Service", "OpenSession", "sv") { writer in
      writer.string("plain")
      writer.signature("s")
      writer.string("")
    }
    path = try reply.read("vo") { reader throws(BusError) in
      _ = try reader.variant(of: "s") { reader throws(BusError) in try reader.string() }
      return try reader.string()
    }
  }

  /// Returns the default keyring if it exists and is unlocked.
  func unlockedCollection() throws(BusError) -> String {
    let reply = try call(Self.root, "Service", "ReadAlias", "s") { $0.string("default") }
    let collection = try reply.read("o") { reader throws(BusError) in try reader.string() }
    guard collection != Self.none else {
      throw BusError(.noSuchObject, "there is no default keyring")
    }
    if try isLocked(collection) { throw BusError(.isLocked, "the default keyring is locked") }
    return collection
  }

  private func isLocked(_ collection: String) throws(BusError) -> Bool {
    let reply = try connection.call(
      Self.service, collection, "org.freedesktop.DBus.Properties", "Get", "ss",
      before: BusDeadline(timeout)
    ) { writer in
      writer.string(Self.interface + "Collection")
      writer.string("Locked")
    }
    return try reply.read("v") { reader throws(BusError) in
      try reader.variant(of: "b") { reader throws(BusError) in try reader.bool() }
    }
  }

  /// Returns the items that have at least these attributes.
  func items(
    in collection: String, _ attributes: [String: String]
  ) throws(BusError) -> [String] {
    let reply = try call(collection, "Collection", "SearchItems", "a{ss}") {
      $0.strings(attributes)
    }
    return try reply.read("ao") { reader throws(BusError) in
      try reader.array(alignment: 4) { reader throws(BusError) in try reader.string() }
    }
  }

  /// Returns the secret of an item, or `nil` if the item was deleted since it was found.
  func secret(of item: String) throws(BusError) -> [UInt8]? {
    let reply: BusMessage
    do throws(BusError) {
      reply = try call(item, "Item", "GetSecret", "o") { $0.string(path) }
    } catch {
      if error.saysThatTheObjectIsGone { return nil }
      throw error
    }
    return try reply.read("(oayays)") { reader throws(BusError) in
      try reader.align(to: 8)
      _ = try reader.string()
      _ = try reader.byteArray()
      let secret = try reader.byteArray()
      _ = try reader.string()
      return secret
    }
  }

  /// Stores a secret and replaces the item that has the same attributes.
  func create(
    in collection: String, label: String, _ attributes: [String: String],
    secret: some Collection<UInt8>
  ) throws(BusError) {
    let reply = try call(collection, "Collection", "CreateItem", "a{sv}(oayays)b") { writer in
      writer.array(alignment: 8) { writer in
        writer.align(to: 8)
        writer.string(Self.interface + "Item.Label")
        writer.signature("s")
        writer.string(label)
        writer.align(to: 8)
        writer.string(Self.interface + "Item.Attributes")
        writer.signature("a{ss}")
        writer.strings(attributes)
      }
      writer.align(to: 8)
      writer.string(path)
      writer.byteArray([])
      writer.byteArray(secret)
      writer.string("application/octet-stream")
      writer.bool(true)
    }
    let prompt = try reply.read("oo") { reader throws(BusError) in
      _ = try reader.string()
      return try reader.string()
    }
    try refusePrompt(prompt)
  }

  /// Deletes an item. If the item was already deleted, this isn't an error.
  func delete(_ item: String) throws(BusError) {
    do throws(BusError) {
      let reply = try call(item, "Item", "Delete")
      try refusePrompt(try reply.read("o") { reader throws(BusError) in try reader.string() })
    } catch {
      if !error.saysThatTheObjectIsGone { throw error }
    }
  }

  /// Throws an error if an operation needs a prompt, because there is no user to respond to it here.
  private func refusePrompt(_ prompt: String) throws(BusError) {
    guard prompt == Self.none else {
      throw BusError(.isLocked, "the keyring needs to prompt the user")
    }
  }

  private func call(
    _ path: String, _ interface: String, _ member: String, _ signature: String = "",
    _ arguments: (inout BusWriter) -> Void = { _ in }
  ) throws(BusError) -> BusMessage {
    try connection.call(
      Self.service, path, Self.interface + interface, member, signature,
      before: BusDeadline(timeout), arguments)
  }
}

extension BusError {
  fileprivate var saysThatTheObjectIsGone: Bool {
    name == .noSuchObject || name == .unknownObject || name == .unknownMethod
  }
}
