import Faked
import TestSupport
import Testing

/// A fake whose methods run where the test does, so that the test knows what comes first.
@MainActor private final class Fake: Faked {
  nonisolated let load: FunctionID<(String, Int) -> Int, Throws> = "load"
  nonisolated let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  nonisolated let send = "send"
  nonisolated let postID = "post"
  func load(_ key: String, _ n: Int) throws -> Int { try handleCall(\.load, key, n, default: n) }
  func save(_ key: String) async throws { try await handleCall(\.save, key) }
  func send(_ key: String) throws -> Int { try handleCall(\.send, params: key, default: 1) }
  func post(_ key: String) throws -> Int { try handleCall(\.postID, params: key, default: 2) }
}

@MainActor struct NextCallTests {
  private let fake = Fake()

  @Test func theNextCallComesWithItsArgumentsAndOutcome() async throws {
    _ = try fake.load("before", 0)
    let next = Task { @MainActor in
      let record = try await fake.nextCall(to: \.load)
      // The call may be under way yet: it is told of when it begins.
      switch record.outcome {
      case .returned(7), .pending: return record.arguments.0
      default: return "\(record)"
      }
    }
    let call = Task { @MainActor in try fake.load("after", 7) }
    #expect(try await next.value == "after", "calls made before do not count")
    _ = try await call.value
  }

  @Test func aFakeOfAnEarlierTestIsWaitedForInALaterOne() async throws {
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

  @Test func aCallThatIsHeldIsUnderWay() async throws {
    let held = fake.hold(\.save)
    let next = Task { @MainActor in
      let record = try await fake.nextCall(to: \.save)
      guard case .pending = record.outcome else { return "\(record)" }
      return record.arguments
    }
    let call = Task { @MainActor in try await fake.save("a") }
    #expect(try await next.value == "a")
    held.resumeAll()
    try await call.value
  }

  @Test func afterACallNoneIsMissed() async throws {
    // Found because it is made, not because the time is up.
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

  @Test func callsByNameComeToo() async throws {
    let (sent, posted) = (
      Task { @MainActor in
        try await fake.nextCall(to: \.send).arguments[0].unwrap() as String
      },
      Task { @MainActor in
        try await fake.nextCall(to: \.postID).arguments[0].unwrap() as String
      }
    )
    let calls = Task { @MainActor in
      _ = try fake.post("p")
      _ = try fake.send("s")
    }
    #expect(try await sent.value == "s")
    #expect(try await posted.value == "p")
    try await calls.value
  }

  @Test func aCallThatDoesNotComeIsReplacedByWhatDid() async throws {
    _ = try fake.load("a", 1)
    fake.when(\.save).thenThrow(CancellationError())
    _ = try? await fake.save("b")
    let error = await #expect(throws: FakedError.self) {
      _ = try await fake.nextCall(to: \.load, within: .milliseconds(1))
    }
    let line = #line - 3
    #expect(
      error
        == .missingCall(
          """
          `nextCall` at NextCallTests.swift:\(line) waited 1 ms, and no call of Fake.load came.
            Called:
            load("a", 1) returned 1
            save("b") threw CancellationError()
          """))
    let none = await #expect(throws: FakedError.self) {
      _ = try await Fake().nextCall(to: \.postID, within: .zero)
    }
    #expect(
      none?.message == """
        `nextCall` at NextCallTests.swift:\(line + 13) waited 0 µs, and no call of Fake.post came.
          No function of this fake was called.
        """)
  }

  @Test func aTimeThatIsOverIsSaidAsItWasWritten() async throws {
    for (limit, text) in [(Duration.milliseconds(-5), "-5 ms"), (.seconds(-90), "-90 s")] {
      let error = await #expect(throws: FakedError.self) {
        _ = try await fake.nextCall(to: \.send, within: limit)
      }
      #expect(error?.message.contains(" waited \(text), and no call") == true)
    }
  }

  @Test func aLongListIsCut() async throws {
    for n in 0..<25 { _ = try fake.load("a", n) }
    let error = await #expect(throws: FakedError.self) {
      _ = try await fake.nextCall(to: \.send, within: .zero)
    }
    let text = try #require(error?.message)
    #expect(text.contains("Called:\n  … 5 earlier\n  load(\"a\", 5) returned 5\n"))
  }

  @Test func whoWaitsCanBeCancelled() async throws {
    let waiting = Task { @MainActor in _ = try await fake.nextCall(to: \.load) }
    let cancelling = Task { @MainActor in waiting.cancel() }
    await cancelling.value
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let held = fake.hold(\.save)
    let next = Task { @MainActor in _ = try await held.next() }
    let other = Task { @MainActor in next.cancel() }
    await other.value
    await #expect(throws: CancellationError.self) { try await next.value }
    let call = Task { @MainActor in try await fake.save("a") }
    #expect(try await held.next().arguments == "a", "and takes no call from another")
    held.resumeAll()
    try await call.value
  }

  @Test func aHeldCallThatDoesNotComeIsReplacedByWhatDid() async throws {
    let held = fake.hold(\.save)
    _ = try fake.load("a", 1)
    let error = await #expect(throws: FakedError.self) { try await held.next(within: .zero) }
    let line = #line - 1
    #expect(
      error?.message == """
        `next()` at NextCallTests.swift:\(line) waited 0 µs, and no held call of Fake.save came.
          Called:
          load("a", 1) returned 1
        """)
    fake.when(\.save).thenReturn()
    let stub = #line - 1
    try await fake.save("b")
    let stubbed = await #expect(throws: FakedError.self) { try await held.next(within: .zero) }
    #expect(
      stubbed?.message.hasSuffix(
        #"save("b") returned, stubbed at NextCallTests.swift:\#(stub)"#) == true)
  }

  @Test func whatIsHeldMeanwhileIsListed() async throws {
    let scope = ProbedScope(patience: .milliseconds(1))
    try await scope.run {
      let (fake, other) = (Fake(), Fake())
      let holds = [fake, other].map { $0.hold(\.save, atMost: .seconds(600)) }
      let line = #line - 1
      let tasks = [fake, other].map { fake in Task { @MainActor in try await fake.save("a") } }
      for held in holds { _ = try await held.next(within: .seconds(600)) }
      let error = await #expect(throws: FakedError.self) { try await holds[0].next() }
      let next = await #expect(throws: FakedError.self) { _ = try await fake.nextCall(to: \.load) }
      for (error, text) in [(error, "held call of Fake.save"), (next, "call of Fake.load")] {
        #expect(
          error?.message.contains(" waited 1 ms, and no \(text) came.\n") == true)
        #expect(
          error?.message.hasSuffix(
            """

              Held, and not resumed:
              Fake.save("a") (NextCallTests.swift:\(line))
              Fake.save("a") (NextCallTests.swift:\(line))
              Called:
              save("a") is under way
            """) == true, "\(error?.message ?? "")")
      }
      for held in holds { held.resumeAll() }
      for task in tasks { try await task.value }
    }
    #expect(scope.end().isEmpty)
  }

  @Test func withoutHistoryThereIsNothingToWaitFor() async throws {
    fake.history = .countsOnly
    let error = await #expect(throws: FakedError.self) {
      _ = try await fake.nextCall(to: \.load)
    }
    let line = #line - 3
    #expect(
      error
        == .invalidParameter(
          """
          Fake.load keeps no calls to wait for at NextCallTests.swift:\(line): `history` is `.countsOnly`.
            Set `history` to `.last(1)` or more.
          """))
    fake.history = .last(1)
    for n in 1...3 { _ = try fake.load("a", n) }
    #expect(try await fake.nextCall(to: \.load, after: 0).arguments.1 == 3)
  }
}
