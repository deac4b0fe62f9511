import FakedClients
import Foundation

/// The two keychain storages that have to act alike: the fake, and the one of the operating system.
enum KeychainSide: CaseIterable {
  case fake, system

  /// Both where the system has a keychain that is open, else the fake.
  static let available: [KeychainSide] =
    isRequired || systemFailure == nil ? allCases : [.fake]

  /// Why the keychain of the system cannot be used here; nil when it can.
  static let systemFailure: (any Error)? = {
    do {
      _ = try SystemKeychainStorage(identifier: "Faked contract").data(for: "nothing")
      return nil
    } catch {
      return error
    }
  }()

  /// The password of the default keyring, where one was made for these tests: they may lock it then,
  /// and have to fail when they cannot use it.
  static let password = ProcessInfo.processInfo.environment["FAKED_KEYRING"]
  static var isRequired: Bool { password != nil }

  /// Hands over storages that are empty, and empties them again.
  func withStorages(_ body: (KeychainStorages) async throws -> Void) async throws {
    let storages = KeychainStorages(side: self)
    defer { storages.resetAll() }
    try await body(storages)
  }

  /// Hands over one storage that is empty, and empties it again.
  func withStorage(_ body: (any KeychainStorage) async throws -> Void) async throws {
    try await withStorages { try await body($0["one"]) }
  }
}

/// Storages of one side by their names, which no other test uses at the same time.
struct KeychainStorages: Sendable {
  let side: KeychainSide
  private let run = UUID().uuidString
  /// By the bytes of their names, because equal strings may differ in them.
  private let made = Captured<[[UInt8]: any KeychainStorage]>([:])

  init(side: KeychainSide) { self.side = side }

  /// A storage; asked twice for one name, two that see the same items.
  subscript(name: String) -> any KeychainStorage {
    let first = made.withValue { made in
      let storage = made[Array(name.utf8)] ?? make(name)
      made[Array(name.utf8)] = storage
      return storage
    }
    return side == .fake ? first : make(name)
  }

  func resetAll() {
    for storage in made.value.values { try? storage.reset() }
  }

  private func make(_ name: String) -> any KeychainStorage {
    switch side {
    case .fake: FakeKeychainStorage()
    case .system: SystemKeychainStorage(identifier: "Faked contract \(run) \(name)")
    }
  }
}
