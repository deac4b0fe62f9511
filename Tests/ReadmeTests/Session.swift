import Faked

struct Expired: Error {}

protocol Server: Sendable {
  func get(_ page: String, token: Int) async throws -> String
  func refresh() async throws -> Int
}

struct FakeServer: Server, Faked {
  let instanceId = FakeInstance()
  let get: FunctionID<(String, Int) -> String, AsyncThrows> = "get"
  let refreshID: FunctionID<() -> Int, AsyncThrows> = "refresh"

  func get(_ page: String, token: Int) async throws -> String {
    try await handleCall(\.get, page, token)
  }
  func refresh() async throws -> Int { try await handleCall(\.refreshID) }
}

actor Session {
  private let server: any Server
  private var token = 1
  private var refreshing: Task<Int, any Error>?

  init(server: any Server) { self.server = server }

  func get(_ page: String) async throws -> String {
    do {
      return try await server.get(page, token: token)
    } catch is Expired {
      return try await server.get(page, token: try await freshToken())
    }
  }

  private func freshToken() async throws -> Int {
    if let refreshing { return try await refreshing.value }
    let task = Task { try await server.refresh() }
    refreshing = task
    defer { refreshing = nil }
    token = try await task.value
    return token
  }
}

actor CarefulSession {
  private let server: any Server
  private var token = 1
  private var refreshing: Task<Int, any Error>?

  init(server: any Server) { self.server = server }

  func get(_ page: String) async throws -> String {
    let used = token
    do {
      return try await server.get(page, token: used)
    } catch is Expired {
      return try await server.get(page, token: try await freshToken(after: used))
    }
  }

  private func freshToken(after used: Int) async throws -> Int {
    if token != used { return token }
    if let refreshing { return try await refreshing.value }
    let task = Task { try await server.refresh() }
    refreshing = task
    defer { refreshing = nil }
    token = try await task.value
    return token
  }
}
