import Faked

extension Scene {
  static var call: Scene {
    Scene("Call: the production code runs as it is") { cast in
      let manager = cast.manager
      let (access, refresh) = (try Sample.access.encoded(), try Sample.refresh.encoded())
      Transcript.code(
        """
        // access and refresh are tokens of "ada"
        let storage = FakeKeychainStorage()  // works in memory
        let manager = AuthenticationManager(keychain: Keychain(storage: storage), time: time)
        try await manager.signIn(access: access, refresh: refresh)
        """)
      try await manager.signIn(access: access, refresh: refresh)
      let user = try await manager.user()
      try Transcript.show(#"try await manager.user() ?? "nobody""#, user ?? "nobody", is: "ada")
      Transcript.code(#"time.when(\.now) { 1_900_001_000 }  // the token has expired"#)
      cast.time.when(\.now) { 1_900_001_000 }
      let late = try await manager.user()
      try Transcript.show(#"try await manager.user() ?? "nobody""#, late ?? "nobody", is: "nobody")
      cast.time.when(\.now) { 1_900_000_000 }
    }
  }
}
