import Faked
import TestSupport
import Testing

private struct Full: Error {}

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let find: FunctionID<(String) -> [String], AsyncThrows> = "find"
  let save: FunctionID<(String) -> Void, AsyncThrows> = "save"
  let put: FunctionID<(Int) -> Int, AsyncThrowsOnly<Full>> = "put"
  let waitID: FunctionID<() -> Int, AsyncReturns> = "wait"
  func find(_ text: String) async throws -> [String] { try await handleCall(\.find, text) }
  func save(_ text: String) async throws { try await handleCall(\.save, text) }
  func put(_ number: Int) async throws(Full) -> Int { try await handleCall(\.put, number) }
  func wait() async -> Int { await handleCall(\.waitID) }
}

/// A fake whose methods run where the test does, so that the test knows the order of its calls.
@MainActor private final class Search: Faked {
  nonisolated let find: FunctionID<(Int) -> Int, AsyncThrows> = "find"
  func find(_ number: Int) async throws -> Int { try await handleCall(\.find, number) }
}

struct HeldCallCancellationTests {
  private let fake = Fake()

  @Test func aCancelledCallThrowsAtOnceAndItsRecordSaysSo() async throws {
    let held = fake.hold(\.find)
    let fake = fake
    let task = Task { try await fake.find("a") }
    let call = try await held.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let record = try #require(fake.calls(to: \.find).first)
    #expect(record.wasCancelled)
    #expect(held.pending.isEmpty)
    #expect(held.cancelled == ["a"])
    withExtendedLifetime(call) {}
  }

  @Test(arguments: [false, true])
  func toResumeACancelledCallFailsAtThatLine(_ isRelaxed: Bool) async throws {
    let scope = ProbedScope(isRelaxed: isRelaxed)
    let line = #line
    try await scope.run {
      let fake = Fake()
      let held = fake.hold(\.find)
      let task = Task { try await fake.find("a") }
      let call = try await held.next()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      call.resume(returning: ["stale"])
      held.resumeAll(returning: [])
    }
    let findings = scope.end()
    #expect(
      findings.map(\.message) == [
        """
        Fake.find("a") cannot be resumed at HeldCallCancellationTests.swift:\(line + 8): its task was cancelled, and it threw `CancellationError`.
          `held.cancelled` has such calls. To answer them all the same, as a server may, write `hold(…, cancellation: .ignored)`.
        """
      ])
    #expect(findings.first?.site?.line == UInt(line + 8))
  }

  @Test func aServerThatIgnoresCancellationAnswersAllTheSame() async throws {
    let held = fake.hold(\.find, cancellation: .ignored)
    let named = fake.hold(\.find, with: "b", cancellation: .ignored)
    let fake = fake
    let (task, other) = (Task { try await fake.find("a") }, Task { try await fake.find("b") })
    let (call, named1) = (try await held.next(), try await named.next())
    task.cancel()
    other.cancel()
    #expect(held.pending.count == 1)
    call.resume(returning: ["late"])
    named1.resume(returning: ["named"])
    #expect(try await task.value == ["late"])
    #expect(try await other.value == ["named"])
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fake.find("c")
    }
    try await held.next().resume(returning: ["c"])
    #expect(try await cancelled.value == ["c"])
    #expect(held.cancelled.isEmpty)
  }

  @Test(arguments: [0, 5])
  @MainActor func aCallThatIsCancelledOnItsWayToTheTestIsNotGiven(_ pause: Int) async throws {
    let fake = Search()
    let held = fake.hold(\.find)
    for round in 1...200 {
      // They run in this order as soon as the test waits for a call, and before it is told of one.
      let old = Task { @MainActor in try await fake.find(-round) }
      let new = Task { @MainActor in
        old.cancel()
        for _ in 0..<pause { await Task.yield() }
        return try await fake.find(round)
      }
      let call = try await held.next(within: .seconds(600))
      #expect(call.arguments == round)
      call.resume(returning: round)
      #expect(try await new.value == round)
      await #expect(throws: CancellationError.self) { try await old.value }
    }
    #expect(held.cancelled == (1...200).map { -$0 })
  }

  @Test func aCallOfACancelledTaskIsNotHeld() async throws {
    let held = fake.hold(\.save)
    let fake = fake
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await fake.save("a")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(held.pending.isEmpty)
    #expect(held.cancelled == ["a"])
    let next = Task { try await fake.save("b") }
    let call = try await held.next()
    #expect(call.arguments == "b")
    call.resume()
    try await next.value
  }

  @Test func aCallThatCannotThrowCancellationStaysHeldUntilItIsResumed() async throws {
    let (puts, waits) = (fake.hold(\.put), fake.hold(\.waitID))
    let fake = fake
    let (put, wait) = (Task { try await fake.put(1) }, Task { await fake.wait() })
    let (first, second) = (try await puts.next(), try await waits.next())
    put.cancel()
    wait.cancel()
    first.resume(returning: 2)
    second.resume(returning: 3)
    #expect(try await put.value == 2)
    #expect(await wait.value == 3)
    #expect(fake.allCalls.map(\.wasCancelled) == [true, true])
  }
}
