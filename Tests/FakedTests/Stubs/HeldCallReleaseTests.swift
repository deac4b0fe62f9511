import Faked
import TestSupport
import Testing

struct HeldCallReleaseTests {
  private let fake = FakeLibrary()

  @Test func tearDownEndsHeldCallsAndTheirWaits() async throws {
    let idle = fake.hold(\.find)
    let line = #line - 1
    let (old, puts) = (fake.hold(\.find), fake.hold(\.put))
    let first = Task { try await fake.find("a") }
    let put = Task { try await fake.put(1) }
    _ = try await (old.next(), puts.next())
    let new = fake.hold(\.find)
    let second = Task { try await fake.find("b") }
    _ = try await new.next()
    fake.when(\.find) { _ in 1 }
    fake.tearDown()
    for task in [first, second] {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(try await put.value == [], "a natural default, where the error is of another type")
    #expect(old.pending.isEmpty)
    let error = await #expect(throws: FakedError.self) { try await idle.next() }
    let asked = #line - 1
    #expect(
      error
        == .missingCall(
          """
          `next()` at HeldCallReleaseTests.swift:\(asked) returns no call of FakeLibrary.find: the hold ended when the fake was torn down.
            The hold is at HeldCallReleaseTests.swift:\(line). Hold the calls again: `let held = fake.hold(…)`.
          """))
  }

  @Test func resettingAFunctionReleasesOnlyItsCalls() async throws {
    let (finds, saves) = (fake.hold(\.find), fake.hold(\.save))
    let (find, save) = (Task { try await fake.find("a") }, Task { try await fake.save("b") })
    let (_, saved) = try await (finds.next(), saves.next())
    fake.resetStubs(of: \.find)
    await #expect(throws: CancellationError.self) { try await find.value }
    #expect(saves.pending.count == 1)
    fake.resetCalls()
    #expect(saves.pending.count == 1, "to forget calls does not end them")
    saved.resume()
    try await save.value
    fake.when(\.find) { _ in 3 }
    #expect(try await fake.find("c") == 3)
  }

  @Test func aHoldEndsWithItsScope() async throws {
    let (ended, fake) = (ProbedScope(), FakeLibrary())
    let held = ended.run { fake.hold(\.find) }
    ended.end()
    let error = await #expect(throws: FakedError.self) { try await held.next() }
    #expect(error?.message.contains(": the hold ended at the end of the test.") == true)
  }

  /// The ways to release calls, with the words of the failures.
  enum ReleaseCause: String, CaseIterable {
    case tornDown = "when the fake was torn down"
    case reset = "when the fake's stubs were reset"
    case atTheEnd = "at the end of the test"

    func release(_ fake: FakeLibrary, in scope: ProbedScope) {
      switch self {
      case .tornDown: fake.tearDown()
      case .reset: fake.resetStubs()
      case .atTheEnd: scope.end()
      }
    }
  }

  @Test(arguments: ReleaseCause.allCases)
  func forgottenCallsAreReportedToTheScope(_ cause: ReleaseCause) async throws {
    let scope = ProbedScope(patience: .longerThanATest)
    var tasks: [Task<Int, any Error>] = []
    let (fake, line) = try await scope.run {
      let fake = FakeLibrary()
      let held = fake.hold(\.load)
      let line = #line - 1
      for number in 0..<22 {
        tasks.append(Task { try await fake.load(number) })
        _ = try await held.next()
      }
      if cause != .atTheEnd { cause.release(fake, in: scope) }
      return (fake, line)
    }
    let failures = scope.end()
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    let calls = (0..<20).map { "load(\($0)), " }.joined()
    #expect(
      failures.map(\.message) == [
        """
        22 calls of FakeLibrary.load were still held \(cause.rawValue): \(calls)… and 2 more.
          Resume each: `let call = try await held.next()`, then `call.resume(returning: …)` or `call.resume(throwing: …)`.
        """
      ])
    #expect(failures.first?.site?.line == UInt(line))
    withExtendedLifetime(fake) {}
  }

  @Test(arguments: ReleaseCause.allCases)
  func resumingAReleasedCallFailsAtItsLine(_ cause: ReleaseCause) async throws {
    let scope = ProbedScope(patience: .seconds(600))
    let line = try await scope.run {
      let fake = FakeLibrary()
      let held = fake.hold(\.load)
      let task = Task { try await fake.load(1) }
      let call = try await held.next()
      cause.release(fake, in: scope)
      await #expect(throws: (any Error).self) { try await task.value }
      call.resume(returning: 1)
      return #line - 1
    }
    let failure = (scope.end() + scope.late.value).last
    #expect(
      failure?.message == """
        FakeLibrary.load(1) cannot be resumed at HeldCallReleaseTests.swift:\(line): it was released \(cause.rawValue).
          Resume it before that.
        """)
    #expect(failure?.site?.line == UInt(line))
  }

  @Test func resumingACallTwiceFailsAndNamesBothLines() async throws {
    let scope = ProbedScope()
    let line = try await scope.run {
      let fake = FakeLibrary()
      let held = fake.hold(\.find)
      let task = Task { try await fake.find("a") }
      let call = try await held.next()
      call.resume(returning: 1)
      call.resume(returning: 2)
      #expect(try await task.value == 1)
      return #line - 2
    }
    let failures = scope.end()
    #expect(
      failures.map(\.message) == [
        """
        FakeLibrary.find("a") was resumed twice: at HeldCallReleaseTests.swift:\(line - 1) and at HeldCallReleaseTests.swift:\(line).
          A call can end only once. To get the next call, write `let call = try await held.next()`.
        """
      ])
    #expect(failures.first?.site?.line == UInt(line))
  }
}
