import FakeableClients
import Faked

/// The error of a keychain while the device is locked.
struct DeviceLocked: Error, Equatable {}

extension Scene {
  static var injectErrors: Scene {
    Scene("Inject errors: the keychain is locked") { cast in
      let (storage, manager) = (cast.storage, cast.manager)
      let (access, refresh) = (try Sample.access.encoded(), try Sample.refresh.encoded())
      Transcript.code(
        #"""
        storage.resetCalls()
        storage.when(\.set) { data, key in throw DeviceLocked() }
        """#)
      storage.resetCalls()
      storage.when(\.set) { data, key in throw DeviceLocked() }
      try await Transcript.showError(
        "try await manager.signIn(access: access, refresh: refresh)", DeviceLocked.self,
        saying: "DeviceLocked"
      ) { try await manager.signIn(access: access, refresh: refresh) }
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.arguments.1)"#,
        storage.calls(to: \.set).map(\.arguments.1), is: ["access-token"])
      Transcript.code(#"storage.when(\.set).thenReturn().failFirst(1, with: DeviceLocked())"#)
      storage.when(\.set).thenReturn().failFirst(1, with: DeviceLocked())
      try await Transcript.showError(
        "try await manager.signIn(access: access, refresh: refresh)", DeviceLocked.self,
        saying: "DeviceLocked"
      ) { try await manager.signIn(access: access, refresh: refresh) }
      Transcript.code(
        "try await manager.signIn(access: access, refresh: refresh)  // the second time")
      try await manager.signIn(access: access, refresh: refresh)
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.succeeded)"#,
        storage.calls(to: \.set).map(\.succeeded), is: [false, false, true, true])
    }
  }
}
