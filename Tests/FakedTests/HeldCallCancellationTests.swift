import Faked
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
    #expect(!call.resume(returning: []), "it was over by itself")
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
    #expect(first.resume(returning: 2))
    #expect(second.resume(returning: 3))
    #expect(try await put.value == 2)
    #expect(await wait.value == 3)
    #expect(fake.allCalls.map(\.wasCancelled) == [true, true])
  }
}
