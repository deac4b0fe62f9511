import FakedClients
import FakedRecording
import Foundation
import Testing

/// Results of the system keyring, replayed on machines without one. `.ci/run` checks them for drift.
@Suite(.serialized) struct KeychainRecordingTests {
  @Test(.recorded("keyring"))
  func theKeyringMatchesItsRecording() async throws {
    // Recorded with a keyring. On a machine without one, a check uses the fake instead.
    guard try RecordingMode.current() != .none, let side = KeychainSide.available.last else {
      return try contract(RecordedStorage(real: NoStorage()))
    }
    try await side.withStorage { try contract(RecordedStorage(real: $0)) }
  }

  private func contract(_ storage: some KeychainStorage) throws {
    #expect(try storage.data(for: "key") == nil)
    try storage.removeData(for: "key")
    for value in [Data("old".utf8), Data("new".utf8), Data(), Data([0, 255, 10])] {
      try storage.set(data: value, for: "key")
      #expect(try storage.data(for: "key") == value)
    }
    for key in ["", "Schlüssel", "a\u{0}b", "👩‍👩‍👧"] {
      try storage.set(data: Data(key.utf8), for: key)
      #expect(try storage.data(for: key) == Data(key.utf8))
    }
    try storage.removeData(for: "key")
    #expect(try storage.data(for: "key") == nil)
    try storage.reset()
    #expect(try storage.data(for: "Schlüssel") == nil)
  }
}

/// A fake that forwards to a storage, so that its results are recorded.
private struct RecordedStorage: KeychainStorage, Faked {
  let instanceId = FakeInstance("keychain")
  let data: FunctionID<(String) -> Data?, Throws> = "data(for:)"
  let set: FunctionID<(Data, String) -> Void, Throws> = "set(data:for:)"
  let removeData: FunctionID<(String) -> Void, Throws> = "removeData(for:)"
  let resetID: FunctionID<() -> Void, Throws> = "reset"
  let real: any KeychainStorage

  func data(for key: String) throws -> Data? {
    try handleCall(\.data, key, real: try real.data(for: key))
  }
  func set(data: Data, for key: String) throws {
    try handleCall(\.set, data, key, real: try real.set(data: data, for: key))
  }
  func removeData(for key: String) throws {
    try handleCall(\.removeData, key, real: try real.removeData(for: key))
  }
  func reset() throws { try handleCall(\.resetID, real: try real.reset()) }
}

/// A storage that must not be called.
private struct NoStorage: KeychainStorage {
  struct Reached: Error {}
  func data(for key: String) throws -> Data? { throw Reached() }
  func set(data: Data, for key: String) throws { throw Reached() }
  func removeData(for key: String) throws { throw Reached() }
  func reset() throws { throw Reached() }
}
