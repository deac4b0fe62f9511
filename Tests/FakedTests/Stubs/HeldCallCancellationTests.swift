import Faked
import TestSupport
import Testing

struct HeldCallCancellationTests {
  private let fake = FakeLibrary()

  @Test(arguments: [false, true])
  func resumingACanceledCallFailsAtItsLine(_ isRelaxed: Bool) async throws {
    let scope = ProbedScope(isRelaxed: isRelaxed)
    let line = try await scope.run {
      let fake = FakeLibrary()
      let held = fake.hold(\.find)
      let task = Task { try await fake.find("a") }
      let call = try await held.next()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(fake.calls(to: \.find).map(\.wasCancelled) == [true])
      #expect(held.pending.isEmpty)
      call.resume(returning: 1)
      return #line - 1
    }
    let failures = scope.end()
    #expect(
      failures.map(\.message) == [
        """
        FakeLibrary.find("a") cannot be resumed at HeldCallCancellationTests.swift:\(line): its task was canceled, and it threw `CancellationError`.
          If such calls should wait for the test anyway, write `hold(…, cancellation: .ignored)`.
        """
      ])
    #expect(failures.first?.site?.line == UInt(line))
  }

  @Test func aCallOfACanceledTaskIsNotHeld() async {
    let held = fake.hold(\.find)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fake.find("a")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(held.pending.isEmpty)
  }

  @Test func aCallThatIgnoresCancellationGetsAResponse() async throws {
    let held = fake.hold(\.find, cancellation: .ignored)
    let named = fake.hold(\.find, with: "b", cancellation: .ignored)
    let (task, other) = (Task { try await fake.find("a") }, Task { try await fake.find("b") })
    let (call, namedCall) = (try await held.next(), try await named.next())
    task.cancel()
    other.cancel()
    #expect(held.pending.count == 1)
    call.resume(returning: 1)
    namedCall.resume(returning: 2)
    #expect(try await (task.value, other.value) == (1, 2))
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fake.find("c")
    }
    try await held.next().resume(returning: 3)
    #expect(try await cancelled.value == 3)
  }

  @Test(arguments: [0, 5])
  @MainActor func aCallCanceledBeforeDeliveryIsSkipped(_ pause: Int) async throws {
    let fake = FakeSearch()
    let held = fake.hold(\.find)
    for round in 1...200 {
      // The tasks run in this order when the test waits for a call, before it receives one.
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
    let cancelled = fake.calls(to: \.find).filter(\.wasCancelled)
    #expect(cancelled.map(\.arguments) == (1...200).map { -$0 })
  }

  @Test func aCallThatCannotThrowCancellationStaysHeld() async throws {
    let (puts, waits) = (fake.hold(\.put), fake.hold(\.waitID))
    let (put, wait) = (Task { try await fake.put(1) }, Task { await fake.wait() })
    let (first, second) = (try await puts.next(), try await waits.next())
    put.cancel()
    wait.cancel()
    first.resume(returning: [2])
    second.resume(returning: 3)
    #expect(try await put.value == [2])
    #expect(await wait.value == 3)
    #expect(fake.allCalls.map(\.wasCancelled) == [true, true])
  }
}
