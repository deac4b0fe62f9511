import FakedClients
import Foundation

/// The two keychain storages that must behave alike: the fake, and the storage of the operating system.
enum KeychainSide: CaseIterable {
  case fake, system

  /// Both storages if the system has an unlocked keychain, and otherwise only the fake.
  static let available: [KeychainSide] =
    isRequired || systemFailure == nil ? allCases : [.fake]

  /// The reason why the system keychain can't be used, or `nil` if it can.
  static let systemFailure: (any Error)? = {
    do {
      _ = try SystemKeychainStorage(identifier: "Faked contract").data(for: "nothing")
      return nil
    } catch {
      return error
    }
  }()

  /// The password of the default keyring, if it was created for these tests. They may lock it then,
  /// and must fail if they can't use it.
  static let password = ProcessInfo.processInfo.environment["FAKED_KEYRING"]
  static var isRequired: Bool { password != nil }

  /// Runs a body with empty storages, and resets them afterward.
  func withStorages(_ body: (KeychainStorages) async throws -> Void) async throws {
    let storages = KeychainStorages(side: self)
    defer { storages.resetAll() }
    try await body(storages)
  }

  /// Runs a body with an empty storage, and resets it afterward.
  func withStorage(_ body: (any KeychainStorage) async throws -> Void) async throws {
    try await withStorages { try await body($0["one"]) }
  }
}

/// The storages of one side by name. No other test uses them at the same time.
struct KeychainStorages: Sendable {
  let side: KeychainSide
  private let run = UUID().uuidString
  /// The storages by the bytes of their names, because equal strings may have different bytes.
  private let made = Captured<[[UInt8]: any KeychainStorage]>([:])

  init(side: KeychainSide) { self.side = side }

  /// Returns a storage. Two storages with the same name have the same items.
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
