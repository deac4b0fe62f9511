import FakedClients

/// The error of a keychain while the device is locked.
private struct DeviceLocked: Error, Equatable {}

extension Scene {
  static var keychain: Scene {
    Scene("Fake the keychain: it works in memory, fails when told to, and tells what was called") {
      Transcript.code(
        #"""
        let storage = FakeKeychainStorage()
        let keychain = Keychain(storage: storage)  // production code
        storage.when(\.set).thenThrow(DeviceLocked(), times: 1)
        """#)
      let storage = FakeKeychainStorage()
      let keychain = Keychain(storage: storage)
      storage.when(\.set).thenThrow(DeviceLocked(), times: 1)
      try await Transcript.showError(
        #"try await keychain.set(string: "a1", for: "token")"#, DeviceLocked.self,
        saying: "DeviceLocked"
      ) { try await keychain.set(string: "a1", for: "token") }
      Transcript.code(#"try await keychain.set(string: "b2", for: "token")"#)
      try await keychain.set(string: "b2", for: "token")
      try Transcript.show(
        #"try await keychain.string(for: "token") ?? "none""#,
        try await keychain.string(for: "token") ?? "none", is: "b2")
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.arguments.1)"#,
        storage.calls(to: \.set).map(\.arguments.1), is: ["token", "token"])
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.succeeded)"#, storage.calls(to: \.set).map(\.succeeded),
        is: [false, true])
    }
  }
}
