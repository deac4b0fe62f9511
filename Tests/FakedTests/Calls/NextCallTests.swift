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
  func post(_ key: String) throws -> Int { try handleCall(\.postID, params: key, default: 2) }
}

private struct BriefFake: Faked {
  let instanceId = FakeInstance()
  let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
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

  @Test func nextCallWaitsForAFakeOfAnEarlierTest() async throws {
    let (earlier, later) = (ProbedScope(), ProbedScope())
    let fake = earlier.run {
      let fake = Fake()
      fake.when(\.load) { _, n in n }
      return fake
    }
    earlier.end()
    try await later.run {
      let next = Task { @MainActor in try await fake.nextCall(to: \.load).arguments.1 }
      let call = Task { @MainActor in try fake.load("a", 3) }
      #expect(try await next.value == 3)
      _ = try await call.value
    }
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

  @Test func nextCallReturnsCallsByName() async throws {
    let posted = Task { @MainActor in
      try await fake.nextCall(to: \.postID).arguments[0].unwrap() as String
    }
    let call = Task { @MainActor in _ = try fake.post("p") }
    #expect(try await posted.value == "p")
    try await call.value
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

  @Test func theFailureShowsTheLimitAsWritten() async throws {
    for (limit, text) in [
      (Duration.zero, "0 µs"), (.milliseconds(-5), "-5 ms"), (.seconds(-90), "-90 s"),
    ] {
      let error = await #expect(throws: FakedError.self) {
        _ = try await fake.nextCall(to: \.postID, within: limit)
      }
      let line = #line - 3
      #expect(
        error?.message == """
          `nextCall` at NextCallTests.swift:\(line) waited \(text), but no call of Fake.post was made.
            No function of this fake was called.
          """)
    }
  }

  @Test func aWaitCanBeCanceled() async throws {
    let waiting = Task { @MainActor in _ = try await fake.nextCall(to: \.load) }
    await Task { @MainActor in waiting.cancel() }.value
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let held = fake.hold(\.save)
    let next = Task { @MainActor in _ = try await held.next() }
    await Task { @MainActor in next.cancel() }.value
    await #expect(throws: CancellationError.self) { try await next.value }
    let call = Task { @MainActor in try await fake.save("a") }
    #expect(try await held.next().arguments == "a", "and takes no call from another")
    for call in held.pending { call.resume() }
    try await call.value
  }

  @Test func aMissingHeldCallListsTheCallsMade() async throws {
    let held = fake.hold(\.save)
    _ = try fake.load("a", 1)
    let error = await #expect(throws: FakedError.self) { try await held.next(within: .zero) }
    let line = #line - 1
    #expect(
      error?.message == """
        `next()` at NextCallTests.swift:\(line) waited 0 µs, but no call of Fake.save was held.
          Called:
          load("a", 1) returned 1
        """)
    fake.when(\.save).thenReturn()
    let stub = #line - 1
    try await fake.save("b")
    let stubbed = await #expect(throws: FakedError.self) { try await held.next(within: .zero) }
    let text = #"save("b") returned, stubbed at NextCallTests.swift:\#(stub)"#
    #expect(stubbed?.message.hasSuffix(text) == true)
  }

  @Test func heldCallsAreListed() async throws {
    let scope = ProbedScope(patience: .milliseconds(1))
    try await scope.run {
      let (fake, other) = (Fake(), Fake())
      let holds = [fake, other].map { $0.hold(\.save, atMost: .seconds(600)) }
      let line = #line - 1
      let tasks = [fake, other].map { fake in Task { @MainActor in try await fake.save("a") } }
      for held in holds { _ = try await held.next(within: .seconds(600)) }
      let error = await #expect(throws: FakedError.self) { try await holds[0].next() }
      let next = await #expect(throws: FakedError.self) { _ = try await fake.nextCall(to: \.load) }
      for (error, text) in [(error, "Fake #1.save was held"), (next, "Fake #1.load was made")] {
        let text = """
           waited 1 ms, but no call of \(text).
            Held, and not resumed:
            Fake #1.save("a") (NextCallTests.swift:\(line))
            Fake #2.save("a") (NextCallTests.swift:\(line))
            Called:
            save("a") is under way
          """
        #expect(error?.message.hasSuffix(text) == true, "\(error?.message ?? "")")
      }
      for call in holds.flatMap(\.pending) { call.resume() }
      for task in tasks { try await task.value }
    }
    #expect(scope.end().isEmpty)
  }

  @Test func theCallsOfAFakeThatNoLongerExistsAreUnknown() async throws {
    let held = BriefFake().hold(\.save)
    let error = await #expect(throws: FakedError.self) { try await held.next(within: .zero) }
    #expect(error?.message.hasSuffix("was held.\n  The fake no longer exists.") == true)
  }

  @Test func onlyTheNewestCallsAreListed() async throws {
    for n in 1...30 { _ = try fake.load("a", n) }
    let error = await #expect(throws: FakedError.self) {
      _ = try await fake.nextCall(to: \.load, within: .zero)
    }
    let lines = error?.message.split(separator: "\n").map { $0.drop { $0 == " " } } ?? []
    #expect(lines.first?.hasSuffix("but no further call of Fake.load was made.") == true)
    #expect(lines.dropFirst(2).first == "… 10 earlier")
    #expect(lines.last?.hasPrefix(#"load("a", 30)"#) == true)
    #expect(lines.count == 23)
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
