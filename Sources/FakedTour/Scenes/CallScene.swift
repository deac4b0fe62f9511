import FakeableClients
import Faked
import FakedClients

extension Scene {
  static var call: Scene {
    Scene("Call: the production code runs as it is") {
      let (access, refresh) = (try Sample.access.encoded(), try Sample.refresh.encoded())
      Transcript.code(
        #"""
        // access and refresh are tokens of "ada"
        let storage = FakeKeychainStorage()  // works in memory
        let manager = AuthenticationManager(keychain: Keychain(storage: storage), time: time)
        time.when(\.now) { 1_900_000_000 }
        try await manager.signIn(access: access, refresh: refresh)
        """#)
      let (storage, time) = (FakeKeychainStorage(), FakeTimeSource())
      let manager = AuthenticationManager(keychain: Keychain(storage: storage), time: time)
      time.when(\.now) { 1_900_000_000 }
      try await manager.signIn(access: access, refresh: refresh)
      let user = try await manager.user()
      try Transcript.show(#"try await manager.user() ?? "nobody""#, user ?? "nobody", is: "ada")
      Transcript.code(#"time.when(\.now) { 1_900_001_000 }  // the token has expired"#)
      time.when(\.now) { 1_900_001_000 }
      let late = try await manager.user()
      try Transcript.show(#"try await manager.user() ?? "nobody""#, late ?? "nobody", is: "nobody")
    }
  }
}
