import FakeableClients
import Faked
import Foundation

/// What a keychain says while the device is locked.
struct DeviceLocked: Error, Equatable {}

extension Scene {
  static var injectErrors: Scene {
    Scene("Inject errors: the server is away, the keychain is locked") { cast in
      let (client, service) = (cast.client, cast.service)
      Transcript.code(
        #"client.when(\.send) { _, _ in throw NetworkError.transport(URLError(.timedOut)) }"#)
      client.when(\.send) { _, _ in throw NetworkError.transport(URLError(.timedOut)) }
      try Transcript.show(
        #"try await service.greet("Ada")"#, try await service.greet("Ada"), is: "Hello!")

      let (storage, manager) = (cast.storage, cast.manager)
      let (access, refresh) = (try Sample.access.encoded(), try Sample.refresh.encoded())
      let expiry = try Token(decoding: access).expiry
      try Transcript.show("try Token(decoding: access).expiry", expiry, is: 1_900_000_900)
      Transcript.code(#"storage.when(\.set) { data, key in throw DeviceLocked() }"#)
      storage.when(\.set) { data, key in throw DeviceLocked() }
      try await Transcript.showError(
        "try await manager.signIn(access: access, refresh: refresh)", DeviceLocked.self,
        saying: "DeviceLocked"
      ) { try await manager.signIn(access: access, refresh: refresh) }
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.arguments.1)"#,
        storage.calls(to: \.set).map(\.arguments.1), is: ["access-token"])
    }
  }
}
