import Faked
import TestSupport
import Testing

private final class NoDefault: Sendable {}
private struct Full: Error, Equatable {}

/// Asking for its default resumes the calls that wait, as another thread may at that moment.
private struct LateAnswer: FakedDefault {
  static let answer = Captured<@Sendable () -> Void>({})
  static var fakedDefault: LateAnswer {
    answer.value()
    return LateAnswer()
  }
}

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let waitID: FunctionID<() -> LateAnswer, AsyncReturns> = "wait"
  func wait() async -> LateAnswer { await handleCall(\.waitID) }
  let find: FunctionID<(String) -> Int, AsyncThrows> = "find"
  let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  let put: FunctionID<(Int) -> [Int], AsyncThrowsOnly<Full>> = "put"
  let makeID: FunctionID<() -> NoDefault, AsyncReturns> = "make"
  func find(_ text: String) async throws -> Int { try await handleCall(\.find, text) }
  func save(_ text: String) async throws { try await handleCall(\.save, text) }
  func put(_ number: Int) async throws(Full) -> [Int] { try await handleCall(\.put, number) }
  func make() async -> NoDefault { await handleCall(\.makeID) }
}

struct HeldCallReleaseTests {
  private let fake = Fake()

  @Test func tearDownEndsHeldCallsAndThoseWhoWaitForThem() async throws {
    let (finds, puts) = (fake.hold(\.find), fake.hold(\.put))
    let line = #line - 1
    let fake = fake
    let find = Task { try await fake.find("a") }
    let put = Task { try await fake.put(1) }
    _ = try await (finds.next(), puts.next())
    fake.tearDown()
    await #expect(throws: CancellationError.self) { try await find.value }
    #expect(try await put.value == [], "a natural default, where the error is of another type")
    #expect(finds.pending.isEmpty)
    let error = await #expect(throws: FakedError.self) { try await finds.next() }
    let asked = #line - 1
    #expect(
      error
        == .missingCall(
          """
          `next()` at HeldCallReleaseTests.swift:\(asked) gives no call of Fake.find: the fake was torn down, so no call is held any more.
            The hold is that of HeldCallReleaseTests.swift:\(line). Hold anew: `let held = fake.hold(…)`.
          """))
  }

  @Test @MainActor func whoWaitsForACallIsToldThatNoneCanCome() async throws {
    let held = fake.hold(\.find)
    let waiting = Task { @MainActor in try await held.next() }
    let reset = Task { @MainActor [fake] in fake.resetBehaviors() }
    await reset.value
    let error = await #expect(throws: FakedError.self) { try await waiting.value }
    #expect(error?.message.contains(": its behaviors were reset, so") == true)
  }

  @Test func resettingTheBehaviorsOfOneFunctionReleasesItsCallsOnly() async throws {
    let (finds, saves) = (fake.hold(\.find), fake.hold(\.save))
    let fake = fake
    let (find, save) = (Task { try await fake.find("a") }, Task { try await fake.save("b") })
    let (_, saved) = try await (finds.next(), saves.next())
    fake.resetBehaviors(of: \.find)
    await #expect(throws: CancellationError.self) { try await find.value }
    #expect(saves.pending.count == 1)
    fake.resetCalls()
    #expect(saves.pending.count == 1, "to forget calls does not end them")
    saved.resume()
    try await save.value
    fake.when(\.find) { _ in 3 }
    #expect(try await fake.find("c") == 3)
  }

  @Test func callsOfAnEarlierHoldEndWithTheFakeToo() async throws {
    let idle = fake.hold(\.find)
    let old = fake.hold(\.find)
    let fake = fake
    let first = Task { try await fake.find("a") }
    _ = try await old.next()
    let new = fake.hold(\.find)
    let second = Task { try await fake.find("b") }
    _ = try await new.next()
    fake.when(\.find) { _ in 1 }
    fake.tearDown()
    for task in [first, second] {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    let error = await #expect(throws: FakedError.self) { try await idle.next(within: .zero) }
    #expect(error?.message.contains(": the fake was torn down, so") == true)
  }

  @Test func aTestMayReleaseWhatItHolds() async throws {
    let scope = ProbedScope()
    try await scope.run {
      let fake = Fake()
      let held = fake.hold(\.find)
      let task = Task { try await fake.find("a") }
      _ = try await held.next()
      held.release()
      await #expect(throws: CancellationError.self) { try await task.value }
      await #expect(throws: CancellationError.self) { try await fake.find("later") }
      let error = await #expect(throws: FakedError.self) { try await held.next() }
      #expect(error?.message.contains(": `release()` ended the hold, so") == true)
    }
    #expect(scope.end().isEmpty)
  }

  enum Forgotten: String, CaseIterable {
    case atTheEnd = "at the end of the test"
    case tornDown = "when the fake was torn down"
    case reset = "when its behaviors were reset"
  }

  @Test(arguments: Forgotten.allCases)
  func aScopeIsToldOfCallsThatWereForgotten(_ way: Forgotten) async throws {
    let scope = ProbedScope()
    let (tasks, line, fake) = try await scope.run {
      let fake = Fake()
      let held = fake.hold(\.find)
      let line = #line - 1
      var tasks: [Task<Int, any Error>] = []
      for text in ["a", "b"] {
        tasks.append(Task { try await fake.find(text) })
        _ = try await held.next()
      }
      switch way {
      case .atTheEnd: break
      case .tornDown: fake.tearDown()
      case .reset: fake.resetBehaviors()
      }
      return (tasks, line, fake)
    }
    let findings = scope.end()
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(
      findings.map(\.message) == [
        """
        Fake.find still held 2 calls \(way.rawValue): find("a"), find("b").
          Resume each: `let call = try await held.next()`, then `call.resume(returning: …)` or `call.resume(throwing: …)`.
        """
      ])
    #expect(findings.first?.site.map { Int($0.line) } == line)
    withExtendedLifetime(fake) {}
  }

  enum Released: String, CaseIterable {
    case asked = "when `release()` ended the hold"
    case tornDown = "when the fake was torn down"
    case reset = "when its behaviors were reset"
    case atTheEnd = "at the end of the test"
    case late = "after 600 s"
  }

  @Test(arguments: Released.allCases)
  func toResumeAReleasedCallFailsAtThatLine(_ way: Released) async throws {
    let scope = ProbedScope(patience: .seconds(600))
    let line = #line
    try await scope.run {
      let fake = Fake()
      let held = fake.hold(\.find)
      let task = Task { try await fake.find("a") }
      let call = try await held.next()
      switch way {
      case .asked: held.release()
      case .tornDown: fake.tearDown()
      case .reset: fake.resetBehaviors()
      case .atTheEnd: scope.end()
      case .late: held.ring(at: .now.advanced(by: .seconds(601)), isLate: false)
      }
      await #expect(throws: (any Error).self) { try await task.value }
      call.resume(returning: 1)
    }
    let findings = scope.end() + scope.late.value
    #expect(
      findings.last?.message == """
        Fake.find("a") cannot be resumed at HeldCallReleaseTests.swift:\(line + 14): it was released \(way.rawValue).
          Resume it before that.
        """)
    #expect(findings.last?.site?.line == UInt(line + 14))
  }

  @Test func callsThatTheTestDidNotAskForAreCounted() async throws {
    let scope = ProbedScope()
    let fake = try await scope.run {
      let fake = Fake()
      let held = fake.hold(\.find)
      async let first = fake.find("a")
      try await held.next().resume(returning: 1)
      _ = try await first
      Task { try await fake.find("b") }
      while held.pending.isEmpty { await Task.yield() }
      return fake
    }
    #expect(
      scope.end().map(\.message) == [
        """
        Fake.find still held 1 call at the end of the test: find("b").
          Resume each: `let call = try await held.next()`, then `call.resume(returning: …)` or `call.resume(throwing: …)`.
          The test asked for 1 of the 2 calls with `next()`. If it expects no more, the code under test makes 1 too many.
        """
      ])
    withExtendedLifetime(fake) {}
  }

  @Test func manyForgottenCallsAreListedUpToTwenty() async throws {
    let scope = ProbedScope()
    let fake = try await scope.run {
      let fake = Fake()
      let held = fake.hold(\.put)
      for number in 0..<25 {
        Task { try await fake.put(number) }
        _ = try await held.next()
      }
      return fake
    }
    let text = try #require(scope.end().first?.message)
    #expect(text.hasPrefix("Fake.put still held 25 calls at the end of the test: put(0), put(1), "))
    #expect(text.contains("put(19), ….\n"))
    withExtendedLifetime(fake) {}
  }

  @Test func callsThatWereNotAskedForAndEndedOtherwiseAreNotTooMany() async throws {
    let scope = ProbedScope()
    let fake = try await scope.run { @MainActor in
      let fake = Fake()
      let held = fake.hold(\.find)
      let texts = ["a", "b", "c"]
      let tasks = texts.map { text in Task { @MainActor in try await fake.find(text) } }
      // Any of the three may be the first.
      let first = try await held.next()
      first.resume(returning: 1)
      while held.pending.count < 2 { await Task.yield() }
      let other = first.arguments == "a" ? tasks[1] : tasks[0]
      other.cancel()
      _ = try? await other.value
      return fake
    }
    let text = scope.end().first?.message
    #expect(
      text?.hasSuffix("\n  The test asked for 1 of the 3 calls with `next()`.") == true)
    withExtendedLifetime(fake) {}
  }

  @Test func aHoldOfSomeCallsReplacesNoOther() async throws {
    let scope = ProbedScope()
    let (fake, task) = try await scope.run {
      let fake = Fake()
      let (a, b) = (fake.hold(\.find, with: "a"), fake.hold(\.find, with: "b"))
      let task = Task { try await fake.find("a") }
      _ = try await a.next()
      #expect(b.pending.isEmpty)
      return (fake, task)
    }
    #expect(scope.end().count == 1)
    await #expect(throws: CancellationError.self) { try await task.value }
    withExtendedLifetime(fake) {}
  }

  @Test @MainActor func aHoldThatIsWaitedForIsNotReplaced() async throws {
    let held = fake.hold(\.find)
    let waiting = Task { @MainActor in try await held.next() }
    let other = Task { @MainActor [fake] in
      _ = fake.hold(\.find)
      fake.tearDown()
    }
    await other.value
    let error = await #expect(throws: FakedError.self) { try await waiting.value }
    #expect(error?.message.contains(": the fake was torn down, so") == true)
  }

  @Test func aCallThatIsResumedMeanwhileIsNotReported() async throws {
    let scope = ProbedScope()
    let (fake, task) = try await scope.run {
      let fake = Fake()
      let held = fake.hold(\.waitID)
      let task = Task { await fake.wait() }
      let call = try await held.next()
      LateAnswer.answer.value = {
        LateAnswer.answer.value = {}
        call.resume(returning: LateAnswer())
      }
      return (fake, task)
    }
    #expect(scope.end().isEmpty)
    _ = await task.value
    #expect(scope.late.value.isEmpty)
    withExtendedLifetime(fake) {}
  }

  @Test func theEndOfAScopeStopsNothing() async throws {
    let scope = ProbedScope()
    let (call, task) = try await scope.run {
      let fake = Fake()
      let held = fake.hold(\.makeID)
      let task = Task { await fake.make() }
      return (try await held.next(), task)
    }
    #expect(
      scope.end().first?.message.hasPrefix(
        "Fake.make still held 1 call at the end of the test: make().") == true)
    let made = NoDefault()
    call.resume(returning: made)
    #expect(await task.value === made)
  }

  @Test(.tags(.process)) func aCallAfterTheReleaseStopsTheProcess() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let fake = Fake()
      fake.hold(\.makeID).release()
      _ = await fake.make()
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(error.contains("Fake.make() was called after `release()` ended the hold at HeldCall"))
  }

  @Test(.tags(.process)) func aTimeInThePastIsRefused() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Fake().hold(\.find, atMost: .seconds(-1))
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(error.contains("hold(atMost: -1.0 seconds) lies in the past. Write a duration from 0."))
  }

  @Test(.tags(.process)) func whereNothingElseIsLeftTheProcessStopsWithTheText() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let fake = Fake()
      _ = fake.hold(\.makeID, atMost: .zero)
      _ = await fake.make()
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(error.contains("Fake.make still held 1 call after 0 µs: make()."))
    let released = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let fake = Fake()
      let held = fake.hold(\.makeID)
      Task { _ = await fake.make() }
      _ = try await held.next()
      held.release()
    }
    let text = String(decoding: try #require(released).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Fake.make still held 1 call when `release()` ended the hold: make()."))
  }

  @Test func resumingACallTwiceIsAFailureThatNamesBothLines() async throws {
    let scope = ProbedScope()
    let line = #line
    try await scope.run {
      let fake = Fake()
      let held = fake.hold(\.find)
      let task = Task { try await fake.find("a") }
      let call = try await held.next()
      call.resume(returning: 1)
      call.resume(returning: 2)
      #expect(try await task.value == 1)
    }
    let findings = scope.end()
    #expect(findings.count == 1)
    #expect(
      findings.first?.message == """
        Fake.find("a") was resumed twice: at HeldCallReleaseTests.swift:\(line + 6) and at HeldCallReleaseTests.swift:\(line + 7).
          A call ends once. For the next one write `let call = try await held.next()`.
        """)
    #expect(findings.first?.site?.line == UInt(line + 7))
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let fake = Fake()
      let held = fake.hold(\.save)
      Task { try await fake.save("a") }
      let call = try await held.next()
      held.resumeAll()
      call.resume()
    }
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(error.contains(#"Fake.save("a") was resumed twice"#))
  }
}
