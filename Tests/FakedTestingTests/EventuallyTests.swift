import FakedTesting
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let load: FunctionID<(Int) -> Int, Throws> = "load"
  let save: FunctionID<(Int) -> Int, AsyncThrows> = "save"
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
  nonisolated let load: FunctionID<(Int) -> Int, Throws> = "load"
  var state = 0
  func load(_ n: Int) throws -> Int { try handleCall(\.load, n) }
}

struct EventuallyTests {
  private let fake = Fake()
  /// Long enough that a test which waits it out would be noticed.
  private let long = Duration.seconds(60)

  @Test func callsMadeBeforeCount() async throws {
    _ = try fake.load(1)
    try await eventually(within: long) { fake.verify(\.load) }
    try await eventually(within: .zero) { fake.verify(\.load) }
    try await eventually(within: long) { fake.verify(\.load, with: 1) }
    try fake.send()
    try await eventually(within: long) { fake.verify(\.sendID) }
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
    try await eventually(within: long) { fake.verify(\.load, called: .atLeast(3)) }
    try await eventually(within: long) { fake.verify(\.save, with: 3) }
    try await caller.value
    fake.verify(\.load, called: 3)
  }

  @Test func aCheckThatHeldHoldsWhileOthersAreWaitedFor() async throws {
    var looks = 0
    try await eventually(within: long) {
      fake.verify(\.load)
      fake.verify(\.sendID)
      looks += 1
      if looks < 4 { _ = try? fake.load(looks) } else if looks == 4 { try? fake.send() }
    }
    // It wanted one call, and has counted no more.
    let found = failures { fake.verifyNoMoreCalls() }
    #expect(found.first?.text.contains("there were 2 calls") == true)
  }

  @Test func aCountThatWasReachedMeanwhileHolds() async throws {
    let fake = fake
    let caller = Task { for n in 1...12 { _ = try fake.load(n) } }
    try await eventually(within: long) { fake.verify(\.load, called: .in(1...12)) }
    try await caller.value
    try await eventually(within: long) { fake.verify(\.load, called: 12) }
  }

  @Test func aCountThatWasPassedBeforeFailsAtOnce() async throws {
    for n in 1...3 { _ = try fake.load(n) }
    let found = try await failures {
      try await eventually(within: long) { fake.verify(\.load, called: 2) }
    }
    #expect(found.count == 1)
  }

  @Test func aCheckThatHasFailedStaysSo() async throws {
    for n in 1...5 { _ = try fake.load(n) }
    let found = try await failures {
      let fake = fake
      let caller = Task { _ = try await fake.save(1) }
      try await eventually(within: long) {
        fake.verify(\.load, called: 2)
        fake.verify(\.save)
      }
      try await caller.value
    }
    #expect(found.count == 1)
  }

  @Test func checksOfSeveralFakesAreAwaitedTogether() async throws {
    let (first, second) = (Fake(), Fake())
    let caller = Task {
      _ = try await second.save(2)
      _ = try first.load(1)
    }
    try await eventually(within: long) {
      first.verify(\.load, with: 1)
      second.verify(\.save, with: 2)
    }
    try await caller.value
    let found = try await failures {
      try await eventually(within: .milliseconds(20)) {
        first.verify(\.load)
        second.verify(\.load)
        first.verify(\.save)
      }
    }
    #expect(found.count == 2)
  }

  @MainActor @Test func aFakeThatIsNotSendableCanBeWaitedFor() async throws {
    let fake = MainActorFake()
    fake.when(\.load) { $0 }
    _ = try fake.load(1)
    try await eventually(within: long) { fake.verify(\.load) }
    try await eventually(within: long) { fake.verify(\.load, with: 1) }
    try await eventually(within: long) { fake.verify(\.load, matching: .any) }
  }

  @Test func whatDoesNotComeFailsAfterTheTime() async throws {
    let start = ContinuousClock.now
    let found = try await failures {
      try await eventually(within: .milliseconds(20)) { fake.verify(\.load) }
    }
    let line = #line - 2
    #expect(found.map(\.line) == [line])
    #expect(
      found.first?.text == """
        Expected 1 call of Fake.load; it was never called.
          No function of this fake was called.
          `eventually` at EventuallyTests.swift:\(line) waited 20 ms for it.
        """)
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }

  @Test func whatIsHeldMeanwhileIsListed() async throws {
    let fake = fake
    let held = fake.hold(\.save)
    let line = #line - 1
    let task = Task { try await fake.save(1) }
    _ = try await held.next()
    let found = try await failures {
      try await eventually(within: .milliseconds(1)) { fake.verify(\.load) }
    }
    #expect(
      found.first?.text.hasSuffix(
        """
         waited 1 ms for it.
          Held, and not resumed:
          Fake.save(1) (EventuallyTests.swift:\(line))
        """) == true)
    held.resumeAll(returning: 1)
    _ = try await task.value
  }

  @Test func aListOfArgumentsThatHoldsIsNotWaitedFor() async throws {
    let start = ContinuousClock.now
    _ = try fake.load(1)
    try await eventually(within: long) { fake.verify(\.load, arguments: [1]) }
    #expect(ContinuousClock.now - start < long)
  }

  @Test func neverWaitsTheWholeTime() async throws {
    let start = ContinuousClock.now
    try await eventually(within: .milliseconds(20)) { fake.verify(\.load, called: .never) }
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    let found = try await failures {
      let fake = fake
      let caller = Task { try fake.load(1) }
      try await eventually(within: long) { fake.verify(\.load, called: .never) }
      _ = try await caller.value
    }
    #expect(found.count == 1)
  }

  @Test func zeroLooksOnce() async throws {
    let found = try await failures {
      try await eventually(within: .zero) { fake.verify(\.load) }
      try await eventually(within: .seconds(-1)) { fake.verify(\.load) }
    }
    #expect(found.count == 2)
  }

  @Test func cancellingEndsTheWait() async throws {
    let fake = fake
    let long = long
    let waiter = Task { try await eventually(within: long) { fake.verify(\.load) } }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }

  @Test func aClosureDecidesToo() async throws {
    let fake = FakeStorage()
    _ = try fake.get("a")
    try await eventually(within: .zero) { fake.verify(\.get) { $0 == "a" } }
    let found = try await failures {
      try await eventually(within: .zero) { fake.verify(\.get) { $0 == "b" } }
    }
    #expect(found.first?.text.contains("the closure returned false") == true)
  }
}
