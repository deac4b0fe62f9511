import FakeableClients
import Faked
import FakedClients

/// Checks that each token was stored under the key for its kind.
private func checkKeys(of storage: FakeKeychainStorage) throws {
  for call in storage.calls(to: \.set) {
    let (data, key) = call.arguments
    let token = try Token(decoding: String(decoding: data, as: UTF8.self))
    let expected = "\(token.use)-token"
    guard key == expected else {
      throw FakedError.assertionFailed(
        "The \(token.use) token of \(token.subject) is under \"\(key)\", not \"\(expected)\".")
    }
  }
}

extension Scene {
  static var swapKeys: Scene {
    Scene("Swap the two token keys: the manager sees no difference, the test does") {
      let (storage, time) = (FakeKeychainStorage(), FakeTimeSource())
      time.when(\.now) { 1_900_000_000 }
      var manager = AuthenticationManager(keychain: Keychain(storage: storage), time: time)
      let (access, refresh) = (try Sample.access.encoded(), try Sample.refresh.encoded())
      Transcript.code("try await manager.signIn(access: access, refresh: refresh)")
      try await manager.signIn(access: access, refresh: refresh)
      try await showUser(of: manager)
      try checkKeys(of: storage)
      try Transcript.show(
        #"storage.calls(to: \.set).map(\.arguments.1)"#,
        storage.calls(to: \.set).map(\.arguments.1), is: ["access-token", "refresh-token"])

      Transcript.code(
        """
        swap(&manager.accessKey, &manager.refreshKey)  // the bug
        try await manager.signIn(access: access, refresh: refresh)
        // checkKeys: each token of storage.calls(to: \\.set) is under the key of its own kind
        """)
      swap(&manager.accessKey, &manager.refreshKey)
      try await manager.signIn(access: access, refresh: refresh)
      try await showUser(of: manager)
      try await Transcript.showError(
        "try checkKeys(of: storage)", FakedError.self,
        saying: #"access token of ada is under "refresh-token""#
      ) { try checkKeys(of: storage) }
    }
  }

  private static func showUser(of manager: AuthenticationManager) async throws {
    let user = try await manager.user()
    try Transcript.show(#"try await manager.user() ?? "nobody""#, user ?? "nobody", is: "ada")
  }
}
