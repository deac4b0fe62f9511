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
    try call("org.freedesktop.Secret.Service", "Lock") { keyring, _ in
      [.array(of: "o", [.path(keyring)])]
    }
  }

  func unlock() throws {
    try call(
      "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface", "UnlockWithMasterPassword"
    ) { keyring, session in
      [
        .path(keyring),
        .structure([
          .path(session), .bytes([]), .bytes(Array(password.utf8)), .string("text/plain"),
        ]),
      ]
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
    _ interface: String, _ member: String,
    _ arguments: (_ keyring: String, _ session: String) -> [BusValue]
  ) throws {
    let (name, root) = ("org.freedesktop.secrets", "/org/freedesktop/secrets")
    let service = "org.freedesktop.Secret.Service"
    let bus = try BusConnection(
      environment: ProcessInfo.processInfo.environment, timeout: .seconds(10))
    let keyring = try bus.call(name, root, service, "ReadAlias", [.string("default")])
      .reader("o").text()
    let plain = [BusValue.string("plain"), .variant(.string(""))]
    let session = try bus.call(name, root, service, "OpenSession", plain).reader("vo")
    _ = try (session.signature(), session.text())
    _ = try bus.call(name, root, interface, member, arguments(keyring, session.text()))
  }
}
