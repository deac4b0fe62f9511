import FakeableClients
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The default keyring of a session that only the tests use. Locking and unlocking it
/// needs no user, because gnome-keyring accepts a password over the bus.
struct Keyring {
  let password: String

  func lock() throws {
    try call("org.freedesktop.Secret.Service", "Lock", "ao") { keyring, _, writer in
      writer.array(alignment: 4) { $0.string(keyring) }
    }
  }

  func unlock() throws {
    try call(
      "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface", "UnlockWithMasterPassword",
      "o(oayays)"
    ) { keyring, session, writer in
      writer.string(keyring)
      writer.align(to: 8)
      writer.string(session)
      writer.byteArray([])
      writer.byteArray(Array(password.utf8))
      writer.string("text/plain")
    }
  }

  /// Replaces the running gnome-keyring with a new one, which is also unlocked.
  func startAgain() throws {
    #if os(Linux)
      // `Process` would wait for the daemon that the program starts.
      let status = system(
        """
        printf '%s' '\(password)' |
        gnome-keyring-daemon --replace --unlock --components=secrets >/dev/null 2>&1 &&
        gdbus wait --session --timeout 10 org.freedesktop.secrets
        """)
      guard status == 0 else { throw CocoaError(.executableLoad) }
    #endif
  }

  private func call(
    _ interface: String, _ member: String, _ signature: String,
    _ arguments: (_ keyring: String, _ session: String, inout BusWriter) -> Void
  ) throws {
    let (name, root) = ("org.freedesktop.secrets", "/org/freedesktop/secrets")
    let service = "org.freedesktop.Secret.Service"
    let addresses = try BusAddress.ofSession(in: ProcessInfo.processInfo.environment)
    let deadline = BusDeadline(.seconds(10))
    let connection = try BusConnection(addresses, before: deadline)
    let alias = try connection.call(name, root, service, "ReadAlias", "s", before: deadline) {
      $0.string("default")
    }
    let keyring = try alias.read("o") { reader throws(BusError) in try reader.string() }
    let opened = try connection.call(name, root, service, "OpenSession", "sv", before: deadline) {
      $0.string("plain")
      $0.signature("s")
      $0.string("")
    }
    let session = try opened.read("vo") { reader throws(BusError) in
      _ = try reader.variant(of: "s") { reader throws(BusError) in try reader.string() }
      return try reader.string()
    }
    _ = try connection.call(name, root, interface, member, signature, before: deadline) {
      arguments(keyring, session, &$0)
    }
  }
}
