import FakedTesting
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(Int) throws -> Int> = "load"
  let save: FunctionID<(Int) async throws -> Int> = "save"
  let sendID = "send"
  init() {
    when(\.load) { $0 }
    when(\.save) { $0 }
    when(\.sendID) { _, _ in }
  }
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
  func save(_ n: Int) async throws -> Int { try await handleCall(\.save, n) }
  func send() throws { try handleCall(\.sendID) }
}

@MainActor private final class MainActorFake: Faked {
  nonisolated let load: FunctionID<(Int) throws -> Int> = "load"
  var state = 0
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
}

struct VerifyWithinTests {
  private let fake = Fake()
  /// Long enough that a test which waits it out would be noticed.
  private let long = Duration.seconds(60)

  @Test func callsMadeBeforeCount() async throws {
    _ = try fake.load(1)
    try await fake.verify(\.load, within: long)
    try await fake.verify(\.load, within: .zero)
    try await fake.verify(\.load, with: 1, within: long)
    try fake.send()
    try await fake.verify(\.sendID, within: long)
  }

  @Test func itReturnsAsSoonAsItHolds() async throws {
    let fake = fake
    let caller = Task {
      for n in 1...3 {
        await Task.yield()
        _ = try fake.load(n)
        _ = try await fake.save(n)
      }
    }
    try await fake.verify(\.load, called: .atLeast(3), within: long)
    try await fake.verify(\.save, with: 3, within: long)
    try await caller.value
    fake.verify(\.load, called: 3)
  }

  @Test func aCountThatWasReachedHolds() async throws {
    for n in 1...12 { _ = try fake.load(n) }
    try await fake.verify(\.load, called: .in(1...6), within: long)
    try await fake.verify(\.load, called: 2, within: long)
  }

  @MainActor @Test func aFakeThatIsNotSendableCanBeWaitedFor() async throws {
    let fake = MainActorFake()
    fake.when(\.load) { $0 }
    _ = try fake.load(1)
    try await fake.verify(\.load, within: long)
    try await fake.verify(\.load, with: 1, within: long)
    try await fake.verify(\.load, matching: .any, within: long)
  }

  @Test func whatDoesNotComeFailsAfterTheTime() async throws {
    let start = ContinuousClock.now
    let found = try await failures {
      try await fake.verify(\.load, within: .milliseconds(20))
    }
    let line = #line - 2
    #expect(found.map(\.line) == [line])
    #expect(found.first?.text.hasPrefix("Fake.load was never called") == true)
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }

  @Test func neverWaitsTheWholeTime() async throws {
    let start = ContinuousClock.now
    try await fake.verify(\.load, called: .never, within: .milliseconds(20))
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    let found = try await failures {
      let fake = fake
      let caller = Task { try fake.load(1) }
      try await fake.verify(\.load, called: .never, within: long)
      _ = try await caller.value
    }
    #expect(found.count == 1)
  }

  @Test func zeroLooksOnce() async throws {
    let found = try await failures {
      try await fake.verify(\.load, within: .zero)
      try await fake.verify(\.load, within: .seconds(-1))
    }
    #expect(found.count == 2)
  }

  @Test func cancellingEndsTheWait() async throws {
    let fake = fake
    let long = long
    let waiter = Task { try await fake.verify(\.load, within: long) }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }
}
