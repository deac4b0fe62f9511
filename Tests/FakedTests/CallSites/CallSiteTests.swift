import Faked
import TestSupport
import Testing

private protocol API: Sendable {
  func load(_ key: String) async throws -> Int
  func size(_ key: String) -> Int
}

private struct FakeAPI: API, Faked {
  let instanceId = FakeInstance()
  let loadID: FunctionID<(String) -> Int, AsyncThrows> = "load"
  let sizeID: FunctionID<(String) -> Int, Returns> = "size"
  func load(_ key: String) async throws -> Int { try await forward(key) }
  func size(_ key: String) -> Int { handleCall(\.sizeID, key, default: 1) }
  private func forward(_ key: String) async throws -> Int {
    try await handleCall(\.loadID, key, default: 1)
  }
}

private struct FakeCache<Key: Sendable>: Faked {
  let instanceId = FakeInstance()
  let readID: FunctionID<(Key) -> Int, Returns> = "read"
  func read(_ key: Key) -> Int { handleCall(\.readID, key, default: 1) }
}

// The production code. Each function makes one call, in the line that it returns.
private actor Engine {
  let api: any API
  init(_ api: any API) { self.api = api }

  func refresh() async throws -> Int {
    _ = try await api.load("refresh"); return #line
  }

  func refreshTwice() async throws -> Int {
    await Task.yield()
    return try await refresh()
  }

  func sizes() -> Int {
    ["a"].map { key in
      _ = api.size(key); return #line
    }[0]
  }

  func group() async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { [api] group in
      group.addTask {
        _ = try await api.load("group"); return #line
      }
      return try await group.next() ?? 0
    }
  }

  func continuation() async -> Int {
    await withCheckedContinuation { done in
      _ = api.size("continuation"); done.resume(returning: #line)
    }
  }

  nonisolated func check() -> Int {
    run(api.size("a")); return #line
  }

  func checkAsync() async throws -> Int {
    _ = try await api.load("a")
    run(api.size("a")); return #line
  }

  nonisolated func expectSize() -> Int {
    #expect(api.size("a") == 1); return #line
  }

  nonisolated func expectSizeLast() -> Int {
    #expect(1 == api.size("a")); return #line
  }

  func expectLoad() async throws -> Int {
    #expect(try await api.load("a") == 1); return #line
  }

  func expectNoError() async -> Int {
    await #expect(throws: Never.self) { try await api.load("a") }; return #line
  }

  func unstructured() async throws -> Int {
    try await Task { [api] in
      _ = try await api.load("task"); return #line
    }.value
  }
}

private func run(_ value: @autoclosure () -> Int) { _ = value() }

extension Array where Element == String {
  fileprivate func loadAll(from api: FakeAPI) -> Int {
    for key in self { _ = api.size(key) }; return #line
  }
}

extension Sequence where Element == String {
  fileprivate func loadAny(from api: FakeAPI) -> Int {
    for key in self { _ = api.size(key) }; return #line
  }
}

@Suite(.enabled(if: CallSiteTable.isSupported)) struct CallSiteTests {
  private let scope = ProbedScope(capturesCallSites: true)

  /// Runs production code in a scope, and checks the site of its only call.
  private func expectSite(
    in function: String, _ body: (FakeAPI) async throws -> Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await scope.run {
      let api = FakeAPI()
      let line = try await body(api)
      let site = try #require(api.allCalls.last?.callSite, sourceLocation: sourceLocation)
      if CallSiteTable.hasLines {
        #expect(
          "\(site)" == "CallSiteTests.swift:\(line) in \(function)",
          sourceLocation: sourceLocation)
      } else {
        // The caller may be inlined, so there is no line that could be wrong.
        #expect(site.line == nil, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func anAsyncCallHasTheLineOfItsCaller() async throws {
    try await expectSite(in: "Engine.refresh()") { try await Engine($0).refresh() }
  }

  @Test func aCallAfterASuspensionHasTheLineOfItsCaller() async throws {
    try await expectSite(in: "Engine.refresh()") { try await Engine($0).refreshTwice() }
  }

  @Test func aCallInAClosureHasTheFunctionAroundIt() async throws {
    try await expectSite(in: "Engine.sizes()") { await Engine($0).sizes() }
  }

  @Test func aCallInAnAutoclosureHasTheLineThatContainsIt() async throws {
    try await expectSite(in: "Engine.check()") { Engine($0).check() }
    try await expectSite(in: "Engine.checkAsync()") { try await Engine($0).checkAsync() }
  }

  @Test func aCallInAMacroHasTheLineOfTheMacro() async throws {
    try await expectSite(in: "Engine.expectSize()") { Engine($0).expectSize() }
    try await expectSite(in: "Engine.expectSizeLast()") { Engine($0).expectSizeLast() }
    try await expectSite(in: "Engine.expectLoad()") { try await Engine($0).expectLoad() }
    try await expectSite(in: "Engine.expectNoError()") { await Engine($0).expectNoError() }
  }

  @Test func aCallInATaskHasTheFunctionAroundIt() async throws {
    try await expectSite(in: "Engine.unstructured()") { try await Engine($0).unstructured() }
  }

  @Test func aGenericFakeIsNotReportedAsItsCaller() throws {
    try scope.run {
      let cache = FakeCache<String>()
      _ = cache.read("a"); let line = #line
      let site = try #require(cache.calls(to: \.readID).first?.callSite)
      #expect(site.line == (CallSiteTable.hasLines ? line : nil))
      #expect(site.function.hasPrefix("CallSiteTests.aGenericFakeIsNotReportedAsItsCaller()"))
    }
  }

  @Test func aCallInAnExtensionOfTheStandardLibraryHasItsLine() {
    scope.run {
      let api = FakeAPI()
      let lines = [["a"].loadAll(from: api), Set(["a"]).loadAny(from: api)]
      let expected: [Int?] = CallSiteTable.hasLines ? lines : [nil, nil]
      #expect(api.allCalls.compactMap(\.callSite).map(\.line) == expected)
    }
  }

  @Test func aScopeCanTurnOffCallSites() {
    let api = ProbedScope().run { FakeAPI() }
    _ = api.size("a")
    #expect(api.calls(to: \.sizeID).first?.site == nil)
  }
}

struct SymbolNameTests {
  @Test(arguments: [
    ("closure #1 in Feed.load()", "Feed.load()"),
    ("static Feed.latest.getter", "Feed.latest"),
    ("Vector.+ infix(_:_:)", "Vector.+(_:_:)"),
    // The function that contains a closure of a main.swift has no name.
    ("closure #1 in ", "top-level code"),
    ("closure #2 in closure #1 in ", "top-level code"),
  ])
  func aSymbolIsNamedByItsFunction(symbol: String, function: String) {
    #expect(SymbolName(symbol).function == function)
  }
}
