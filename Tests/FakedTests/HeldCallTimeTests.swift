import Faked
import TestSupport
import Testing

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let find: FunctionID<(String) -> Int, AsyncThrows> = "find"
  let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  func find(_ text: String) async throws -> Int { try await handleCall(\.find, text) }
  func save(_ text: String) async throws { try await handleCall(\.save, text) }
}

struct HeldCallTimeTests {
  private let fake = Fake()

  @Test func aCallThatNobodyResumesInTimeSaysSo() async throws {
    _ = fake.hold(\.find, atMost: .zero)
    let error = await #expect(throws: FakedError.self) { try await fake.find("a") }
    #expect(
      error
        == .heldCall(
          """
          Fake.find still held 1 call after 0 µs: find("a").
            Resume each: `let call = try await held.next()`, then `call.resume(returning: …)` or `call.resume(throwing: …)`.
          """))
  }

  @Test(.timeLimit(.minutes(1))) func ofSeveralLimitsEachIsKept() async throws {
    let held = fake.hold(\.find, atMost: .seconds(600))
    let fake = fake
    let first = Task { try await fake.find("late") }
    let call = try await held.next(within: .seconds(600))
    // Whoever asks has less time than the call, and must not end it.
    await #expect(throws: FakedError.self) { try await held.next(within: .milliseconds(1)) }
    async let soon = result { try await held.next(within: .milliseconds(10)) }
    async let later = result { try await held.next(within: .milliseconds(20)) }
    for result in await [soon, later] {
      #expect(throws: FakedError.self) { try result.get() }
    }
    _ = fake.hold(\.save, atMost: .milliseconds(1))
    await #expect(throws: FakedError.self) { try await fake.save("soon") }
    #expect(held.pending.count == 1)
    call.resume(returning: 1)
    #expect(try await first.value == 1)
  }

  @Test func aLimitMayBeAsLongAsATimeCanBe() async throws {
    let longest = Duration.seconds(Int64.max)
    let held = fake.hold(\.find, atMost: longest)
    let fake = fake
    let (find, next) = (
      Task { try await fake.find("a") },
      Task { try await fake.nextCall(to: \.save, within: longest) }
    )
    let call = try await held.next(within: longest)
    next.cancel()
    await #expect(throws: CancellationError.self) { try await next.value }
    call.resume(returning: 1)
    #expect(try await find.value == 1)
  }

  private func result(
    _ body: @Sendable () async throws -> some Sendable
  ) async -> Result<Void, any Error> {
    do {
      return .success(_ = try await body())
    } catch {
      return .failure(error)
    }
  }

  @Test @MainActor func anAlarmThatComesLateGivesTheTimeOnceMore() async throws {
    let held = fake.hold(\.find, atMost: .seconds(600))
    let fake = fake
    let task = Task { try await fake.find("a") }
    _ = try await held.next(within: .seconds(600))
    let asking = Task { @MainActor in _ = try await held.next(within: .seconds(900)) }
    let ringing = Task { @MainActor in
      let start = ContinuousClock.now
      held.ring(at: start.advanced(by: .seconds(5_000)), isLate: true)
      #expect(held.pending.count == 1, "it was late, and has its time once more")
      held.ring(at: start.advanced(by: .seconds(5_590)), isLate: false)
      #expect(held.pending.count == 1, "nothing is due")
      held.ring(at: start.advanced(by: .seconds(5_600)), isLate: false)
      #expect(held.pending.isEmpty)
      await #expect(throws: FakedError.self) { try await task.value }
      held.ring(at: start.advanced(by: .seconds(5_900)), isLate: false)
    }
    await ringing.value
    await #expect(throws: FakedError.self) { try await asking.value }
  }

  @Test(.timeLimit(.minutes(1))) func noTimeOnceMoreIsNoTimeToo() async {
    let fake = fake
    for _ in 0..<500 {
      let held = fake.hold(\.find, atMost: .zero)
      async let ringing: Void = held.ring(at: .now, isLate: true)
      await #expect(throws: FakedError.self) { try await fake.find("a") }
      await ringing
    }
  }

  @Test(.timeLimit(.minutes(1))) func aCancelledTaskThatAsksIsNotKeptWaiting() async throws {
    let held = fake.hold(\.find)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await held.next(within: .seconds(600))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func whoWaitsIsToldOfCallsWhoseTimeWasUp() async throws {
    let held = fake.hold(\.find, atMost: .zero)
    let line = #line - 1
    await #expect(throws: FakedError.self) { try await fake.find("a") }
    let error = await #expect(throws: FakedError.self) { try await held.next(within: .zero) }
    #expect(
      error?.message.contains(
        """
         came.
          Held, and not resumed:
          Fake.find("a") (HeldCallTimeTests.swift:\(line))
          Called:
          find("a") threw Fake.find
        """) == true, "\(error?.message ?? "")")
  }

  @Test func theCallsOfAFakeThatEndsAfterItsFailureAreKept() async throws {
    let scope = ProbedScope()
    await scope.run {
      let fake = Fake()
      _ = fake.hold(\.find, atMost: .zero)
      await #expect(throws: FakedError.self) { try await fake.find("a") }
    }
    let report = scope.scope.end(isStrict: false)
    #expect(report.calls.map { $0.text.hasPrefix(#"Fake.find("a") threw"#) } == [true])
    #expect(report.untold.isEmpty)
  }

  @Test func theSecondCallHasItsOwnTime() async throws {
    let held = fake.hold(\.find, atMost: .milliseconds(1))
    for text in ["a", "b", "c"] {
      await #expect(throws: FakedError.self) { try await fake.find(text) }
    }
    #expect(held.pending.isEmpty)
  }

  @Test func aScopeIsToldOfCallsWhoseTimeWasUp() async throws {
    let scope = ProbedScope()
    let line = await scope.run {
      let fake = Fake()
      _ = fake.hold(\.find, atMost: .milliseconds(1))
      async let found = fake.find("a")
      let line = #line - 2
      // The test cannot reach the end of its scope, for it waits for the call it forgot.
      do {
        Issue.record("returned \(try await found)")
      } catch {
        #expect(
          "\(error)" == """
            Fake.find("a") was held at HeldCallTimeTests.swift:\(line), and not resumed within 1 ms.
            """)
      }
      return line
    }
    let findings = scope.end()
    #expect(findings.count == 1)
    #expect(
      findings.first?.message.hasPrefix(#"Fake.find still held 1 call after 1 ms: find("a")."#)
        == true)
    #expect(findings.first?.site.map { Int($0.line) } == line)
  }
}
