import Faked
import TestSupport
import Testing

/// A fake whose methods run on the actor of the test, so that the test knows the order of its calls.
@MainActor private final class Fake: Faked {
  nonisolated let load: FunctionID<(String, Int) -> Int, Throws> = "load"
  nonisolated let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  nonisolated let postID = "post"
  func load(_ key: String, _ n: Int) throws -> Int { try handleCall(\.load, key, n, default: n) }
  func save(_ key: String) async throws { try await handleCall(\.save, key) }
  func post(_ key: String) throws -> Int { try handleCall(\.postID, params: key) }
}

@MainActor struct NextCallTests {
  private let fake = Fake()

  @Test func nextCallReturnsACallInFlight() async throws {
    let held = fake.hold(\.save)
    let before = Task { @MainActor in try await fake.save("before") }
    _ = try await held.next()
    let next = Task { @MainActor in
      let record = try await fake.nextCall(to: \.save)
      guard case .pending = record.outcome else { return "\(record)" }
      return record.arguments
    }
    let after = Task { @MainActor in try await fake.save("after") }
    #expect(try await next.value == "after", "calls made before do not count")
    for call in held.pending { call.resume() }
    for call in [before, after] { try await call.value }
  }

  @Test func nextCallAfterACallMissesNone() async throws {
    // With this limit, the test can only pass because the call is made.
    let first = Task { @MainActor in
      try await fake.nextCall(to: \.load, within: .seconds(600)).index
    }
    let calls = Task { @MainActor in
      for _ in 1...100 { await Task.yield() }
      for n in 1...3 { _ = try fake.load("a", n) }
    }
    var index = try await first.value
    try await calls.value
    for n in 2...3 {
      let record = try await fake.nextCall(to: \.load, after: index)
      #expect(record.arguments.1 == n)
      index = record.index
    }
    let start = try await fake.nextCall(to: \.load, after: 0)
    #expect(start.arguments.1 == 1)
  }

  @Test func aMissingCallListsTheLastCalls() async throws {
    for n in 0..<25 { _ = try fake.load("a", n) }
    fake.when(\.save).thenThrow(CancellationError())
    _ = try? await fake.save("b")
    let error = await #expect(throws: FakedError.self) {
      _ = try await fake.nextCall(to: \.load, within: .milliseconds(1))
    }
    let line = #line - 3
    let loads = (6..<25).map { "  load(\"a\", \($0)) returned \($0)\n" }.joined()
    #expect(
      error
        == .missingCall(
          """
          `nextCall` at NextCallTests.swift:\(line) waited 1 ms, but no further call of Fake.load was made.
            Called:
            … 6 earlier
          \(loads)  save("b") threw CancellationError()
          """))
  }

  @Test func nextCallNeedsAHistory() async throws {
    fake.history = .last(0)
    let error = await #expect(throws: FakedError.self) {
      _ = try await fake.nextCall(to: \.load)
    }
    let line = #line - 3
    #expect(
      error
        == .invalidParameter(
          """
          Fake.load keeps no calls to wait for at NextCallTests.swift:\(line): `history` is `.last(0)`.
            Set `history` to `.last(1)` or more.
          """))
    fake.history = .last(1)
    for n in 1...3 { _ = try fake.load("a", n) }
    #expect(try await fake.nextCall(to: \.load, after: 0).arguments.1 == 3)
  }
}
