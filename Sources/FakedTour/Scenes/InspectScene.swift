import FakeableClients
import Faked
import FakedClients

/// The error of a keychain while the device is locked.
private struct DeviceLocked: Error, Equatable {}

extension Scene {
  static var inspect: Scene {
    Scene("Inject an error, and inspect the calls: count, arguments, and result") {
      let (access, refresh) = (try Sample.access.encoded(), try Sample.refresh.encoded())
      Transcript.code(
        #"""
        // the manager of the last scene, with a keychain that is locked once
        storage.when(\.set).thenThrow(DeviceLocked(), times: 1).thenReturn()
        """#)
      let storage = FakeKeychainStorage()
      let manager = AuthenticationManager(
        keychain: Keychain(storage: storage), time: FakeTimeSource())
      storage.when(\.set).thenThrow(DeviceLocked(), times: 1).thenReturn()
      try await Transcript.showError(
        "try await manager.signIn(access: access, refresh: refresh)", DeviceLocked.self,
        saying: "DeviceLocked"
      ) { try await manager.signIn(access: access, refresh: refresh) }
      Transcript.code(
        "try await manager.signIn(access: access, refresh: refresh)  // the second time")
      try await manager.signIn(access: access, refresh: refresh)
      try Transcript.show(
        #"storage.invocationCount(of: \.set)"#, storage.invocationCount(of: \.set), is: 3)
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.arguments.1)"#,
        storage.calls(to: \.set).map(\.arguments.1),
        is: ["access-token", "access-token", "refresh-token"])
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.succeeded)"#,
        storage.calls(to: \.set).map(\.succeeded), is: [false, true, true])
      try Transcript.show(
        #"storage.wasCalled(\.removeData)"#, storage.wasCalled(\.removeData), is: false)
    }
  }
}
