import FakedExplore
import TestSupport
import Testing

/// Classic bugs: explorations find each bug, and its fix passes.
struct ExploreExamplesTests {
  @Test(arguments: [false, true])
  func aStaleMainActorResultMustNotWin(isCareful: Bool) async throws {
    let report = try await repeatedly {
      try await exploreOrders(limit: 120) {
        let model = await SearchModel(isCareful: isCareful)
        let tasks = await [model.type("s"), model.type("swift")]
        for task in tasks { await task.value }
        #expect(await model.shown == "swift")
      }
    }
    #expect(report.broken.isEmpty == isCareful)
  }

  @Test(arguments: [false, true])
  func parallelRequestsShareOneRefresh(isCareful: Bool) async throws {
    let report = try await repeatedly {
      try await exploreOrders(limit: 120) {
        let session = TokenSession(isCareful: isCareful)
        async let a = session.get("a")
        async let b = session.get("b")
        let pages = try await [a, b]
        #expect(pages == ["a with new token", "b with new token"])
        session.server.verify(\.fetch, with: "new token")
      }
    }
    #expect(isCareful || report.brokenCount < report.runs)
    #expect(report.broken.isEmpty == isCareful)
  }

  @Test(arguments: [false, true])
  func aFailedWriteMustKeepTheOldValue(isCareful: Bool) async throws {
    let report = try await repeatedly {
      try await exploreFaults {
        let cache = Cache(isCareful: isCareful)
        try? cache.set("old")
        let old = cache.value
        do {
          try cache.set("new")
          #expect(cache.value == "new")
        } catch {
          #expect(cache.value == old)
        }
      }
    }
    #expect(report.calls.count == 2)
    #expect(report.broken.flatMap(\.faultyCalls).map(\.number) == (isCareful ? [] : [2]))
  }

  @Test(arguments: [false, true])
  func nothingMustAppearAfterSignOut(isCareful: Bool) async throws {
    let report = try await repeatedly {
      try await exploreOrders(limit: 120) {
        let inbox = Inbox(isCareful: isCareful)
        async let loading: Void = inbox.load()
        async let leaving: Void = step("user signs out") { await inbox.signOut() }
        _ = try await (loading, leaving)
        #expect(await inbox.shown == nil)
      }
    }
    #expect(report.broken.isEmpty == isCareful)
  }
}

@MainActor private final class SearchModel {
  private let depot = FakeDepot()
  private let isCareful: Bool
  private var question = ""
  private(set) var shown = ""
  init(isCareful: Bool) { self.isCareful = isCareful }

  func type(_ text: String) -> Task<Void, Never> {
    question = text
    return Task {
      let found = try? await depot.fetch(text)
      if let found, !isCareful || question == text { shown = found }
    }
  }
}

private actor TokenSession {
  let server = FakeDepot()
  private let isCareful: Bool
  private var token = "old"
  private var running: Task<String, any Error>?

  init(isCareful: Bool) {
    self.isCareful = isCareful
    server.when(\.fetch) { request in
      if request.hasSuffix("old") { throw StoreError.locked }
      return request
    }
  }

  func get(_ page: String) async throws -> String {
    let used = token
    do {
      return try await server.fetch("\(page) with \(used)")
    } catch StoreError.locked {
      return try await server.fetch("\(page) with \(try await newToken(after: used))")
    }
  }

  /// Requests that are refused during a refresh wait for it. A request that is refused later with an older token
  /// doesn't need another refresh.
  private func newToken(after used: String) async throws -> String {
    if isCareful, token != used { return token }
    if let running { return try await running.value }
    let task = Task { try await server.fetch("new token") }
    running = task
    defer { running = nil }
    token = try await task.value
    return token
  }
}

private final class Cache {
  let depot = FakeDepot()
  private let isCareful: Bool
  private(set) var value: String?

  init(isCareful: Bool) { self.isCareful = isCareful }

  func set(_ text: String) throws {
    if !isCareful { value = nil }
    try depot.named(text)
    value = text
  }
}

private actor Inbox {
  let depot = FakeDepot()
  private let isCareful: Bool
  private var isSignedIn = true
  private(set) var shown: String?
  init(isCareful: Bool) { self.isCareful = isCareful }
  func load() async throws {
    let text = try await depot.fetch("inbox")
    if isCareful, !isSignedIn { return }
    shown = text
  }
  func signOut() {
    isSignedIn = false
    shown = nil
  }
}
