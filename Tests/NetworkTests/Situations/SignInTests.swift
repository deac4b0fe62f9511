import FakeableClients
import FakedClients
import FakedTesting
import Foundation
import Testing

/// Signs in at a server, and keeps the two tokens of the session in the keychain.
private struct AuthenticationManager {
  struct Tokens: Codable, Equatable { let access, refresh: String }
  struct Credentials: Codable, Equatable { let name, password: String }

  let client: any NetworkClient
  let keychain: Keychain
  var accessKey = "access"
  var refreshKey = "refresh"

  func signIn(_ credentials: Credentials) async throws {
    let tokens = try await client.post(
      credentials, to: "https://example.com/session", as: Tokens.self)
    try await keychain.set(string: tokens.access, for: accessKey)
    try await keychain.set(string: tokens.refresh, for: refreshKey)
  }

  func name() async throws -> String {
    var request = URLRequest(url: URL(string: "https://example.com/me")!)
    let token = try await keychain.string(for: accessKey) ?? ""
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    let (name, _): (String, HTTPURLResponse) = try await client.send(request: request)
    return name
  }
}

/// An authentication manager between a fake network and a fake keychain; all of it else is real.
@Suite(.faked(.lenient)) struct SignInTests {
  private let transport = FakeTransport()
  private let storage = FakeKeychainStorage()
  private let ada = AuthenticationManager.Credentials(name: "ada", password: "secret")
  private var manager: AuthenticationManager

  init() {
    manager = AuthenticationManager(
      client: URLSessionNetworkClient(session: transport.session()),
      keychain: Keychain(storage: storage))
    transport.respond(status: 401)
    transport.respond(
      to: .all(.post("/session"), .json(ada)), with: ["access": "A", "refresh": "R"])
    transport.respond(to: .all(.get("/me"), .header("Authorization", "Bearer A")), with: "Ada")
  }

  /// What was stored, key by key, in the order it was stored.
  private var stored: [String] {
    storage.calls(to: \.set).map { call in
      "\(call.arguments.1)=\(String(decoding: call.arguments.0, as: UTF8.self))"
    }
  }

  @Test func aSessionIsUsedWithItsAccessToken() async throws {
    try await manager.signIn(ada)
    #expect(try await manager.name() == "Ada")
    #expect(stored == ["access=A", "refresh=R"])
  }

  @Test mutating func swappedKeysAreCaughtThoughTheServerStillKnowsTheUser() async throws {
    swap(&manager.accessKey, &manager.refreshKey)
    try await manager.signIn(ada)
    #expect(try await manager.name() == "Ada")
    #expect(stored == ["refresh=A", "access=R"])
  }

  @Test func swappedKeysAreRefusedByTheServerAtTheNextStart() async throws {
    var swapped = manager
    swap(&swapped.accessKey, &swapped.refreshKey)
    try await swapped.signIn(ada)
    let next = AuthenticationManager(client: manager.client, keychain: Keychain(storage: storage))
    let error = await #expect(throws: NetworkError.self) { try await next.name() }
    guard case .status(401, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    transport.verify(\.respond, matching: .header("Authorization", "Bearer R"))
  }

  @Test func aWrongPasswordStoresNothing() async throws {
    let wrong = AuthenticationManager.Credentials(name: "ada", password: "guess")
    let error = await #expect(throws: NetworkError.self) { try await manager.signIn(wrong) }
    guard case .status(401, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    storage.verify(\.set, called: .never)
  }
}
