import FakeableClients

/// The two forms of a keychain that have to act alike: in memory, and in front of a storage.
enum Backing: CaseIterable {
  case memory, storage

  /// A keychain to write with and one to read with. With a storage the reader is a second keychain,
  /// so what it finds has been through the storage.
  func keychains() -> (writer: Keychain, reader: Keychain) {
    switch self {
    case .memory:
      let keychain = Keychain()
      return (keychain, keychain)
    case .storage:
      let storage = StorageDouble()
      return (Keychain(storage: storage), Keychain(storage: storage))
    }
  }
}
