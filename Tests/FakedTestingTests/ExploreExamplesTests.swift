import FakedTesting
import Testing

/// The classic bugs: each is found, and what mends it passes.
struct ExploreExamplesTests {
  @Test(arguments: [false, true]) func theStaleResultMustNotWin(isCareful: Bool) async throws {
    let report = try await twentyTimes {
      try await exploreOrders {
        let box = SearchBox(index: FakeIndex(), isCareful: isCareful)
        async let first: Void = box.type("s")
        async let second: Void = box.type("swift")
        _ = try await (first, second)
        let shown = await box.shown
        #expect(shown == "about \(await box.question)")
      }
    }
    #expect(report.orders.count == 2)
    #expect(report.broken.map(\.number) == (isCareful ? [] : [2]))
  }

  @Test(arguments: [false, true])
  func theStaleResultOfATaskOfTheMainActorMustNotWin(isCareful: Bool) async throws {
    let report = try await twentyTimes {
      try await exploreOrders {
        let model = await SearchModel(index: FakeIndex(), isCareful: isCareful)
        let tasks = await [model.type("s"), model.type("swift")]
        for task in tasks { await task.value }
        #expect(await model.shown == "about swift")
      }
    }
    #expect(report.isComplete)
    #expect(report.orders.count == 2)
    #expect(report.broken.count == (isCareful ? 0 : 1))
  }

  @Test(arguments: Refreshing.allCases)
  func parallelRequestsShareOneRefresh(refreshing: Refreshing) async throws {
    let report = try await twentyTimes {
      try await exploreOrders {
        let server = FakeTokenServer()
        let session = TokenSession(server: server, refreshing)
        async let a = session.get("a")
        async let b = session.get("b")
        let pages = try await [a, b]
        #expect(pages == ["a", "b"])
        server.verify(\.refreshID)
      }
    }
    #expect(report.isComplete)
    switch refreshing {
    case .always: #expect(report.broken.count == report.orders.count)
    case .shared: #expect((1..<report.orders.count).contains(report.broken.count))
    case .sharedByToken: #expect(report.broken.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func anActorThatIsEnteredAgainMustLookAgain(isCareful: Bool) async throws {
    let report = try await twentyTimes {
      try await exploreOrders {
        let account = Account(depot: FakeDepot(), isCareful: isCareful)
        async let rent: Void = account.withdraw(80)
        async let food: Void = account.withdraw(50)
        _ = try await (rent, food)
        #expect(await account.balance >= 0)
      }
    }
    #expect(report.broken.isEmpty == isCareful)
  }

  @Test(arguments: [false, true])
  func aWriteThatFailsMustNotLoseTheOldValue(isCareful: Bool) async throws {
    let report = try await twentyTimes {
      try await exploreFaults {
        let depot = FakeDepot()
        let cache = Cache(depot: depot, isCareful: isCareful)
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
    #expect(report.broken.flatMap(\.faults).map(\.number) == (isCareful ? [] : [2]))
  }
}

private struct FakeIndex: Faked {
  let instanceId = FakeInstance()
  let find: FunctionID<(String) -> String, AsyncThrows> = "find"
  init() { when(\.find) { "about \($0)" } }
  func find(_ text: String) async throws -> String { try await handleCall(\.find, text) }
}

private actor SearchBox {
  let index: FakeIndex
  let isCareful: Bool
  private(set) var shown = ""
  private(set) var question = ""

  init(index: FakeIndex, isCareful: Bool) {
    self.index = index
    self.isCareful = isCareful
  }

  func type(_ text: String) async throws {
    question = text
    let found = try await index.find(text)
    if isCareful, question != text { return }
    shown = found
  }
}

@MainActor private final class SearchModel {
  private let index: FakeIndex
  private let isCareful: Bool
  private var question = ""
  private(set) var shown = ""

  init(index: FakeIndex, isCareful: Bool) {
    self.index = index
    self.isCareful = isCareful
  }

  func type(_ text: String) -> Task<Void, Never> {
    question = text
    return Task {
      let found = try? await index.find(text)
      if let found, !isCareful || question == text { shown = found }
    }
  }
}

enum Refreshing: CaseIterable, Sendable {
  /// Each request that was refused refreshes the token.
  case always
  /// Requests that are refused during a refresh wait for it; one that is refused later refreshes again.
  case shared
  /// A request that was refused with an older token takes the new one.
  case sharedByToken
}

private struct Expired: Error {}

private struct FakeTokenServer: Faked {
  let instanceId = FakeInstance()
  let get: FunctionID<(String, Int) -> String, AsyncThrows> = "get"
  let refreshID: FunctionID<() -> Int, AsyncThrows> = "refresh"

  init() {
    when(\.get) { page, token in
      if token == 1 { throw Expired() }
      return page
    }
    when(\.refreshID).thenReturn(2, 3)
  }

  func get(_ page: String, token: Int) async throws -> String {
    try await handleCall(\.get, page, token)
  }
  func refresh() async throws -> Int { try await handleCall(\.refreshID) }
}

private actor TokenSession {
  private let server: FakeTokenServer
  private let kind: Refreshing
  private var token = 1
  private var running: Task<Int, any Error>?

  init(server: FakeTokenServer, _ kind: Refreshing) {
    self.server = server
    self.kind = kind
  }

  func get(_ page: String) async throws -> String {
    let used = token
    do {
      return try await server.get(page, token: used)
    } catch is Expired {
      return try await server.get(page, token: try await newToken(after: used))
    }
  }

  private func newToken(after used: Int) async throws -> Int {
    if kind == .sharedByToken, token != used { return token }
    if kind != .always, let running { return try await running.value }
    let task = Task { try await server.refresh() }
    running = task
    defer { running = nil }
    token = try await task.value
    return token
  }
}

private actor Account {
  private let depot: FakeDepot
  private let isCareful: Bool
  private(set) var balance = 100

  init(depot: FakeDepot, isCareful: Bool) {
    self.depot = depot
    self.isCareful = isCareful
  }

  func withdraw(_ amount: Int) async throws {
    guard balance >= amount else { return }
    _ = try await depot.fetch("approval of \(amount)")
    if isCareful, balance < amount { return }
    balance -= amount
  }
}

private final class Cache {
  private let depot: FakeDepot
  private let isCareful: Bool
  private(set) var value: String?

  init(depot: FakeDepot, isCareful: Bool) {
    self.depot = depot
    self.isCareful = isCareful
  }

  func set(_ text: String) throws {
    if !isCareful { value = nil }
    try depot.named(text)
    value = text
  }
}
