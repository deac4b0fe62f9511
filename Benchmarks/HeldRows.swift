import Faked
import Foundation

/// A call that waits for the test, from the call to the result of its task.
var heldRows: [Row] {
  [
    Row(
      name: "held", count: 20_000,
      subject: { count in
        let fake = TokenFake()
        let held = fake.hold(\.load)
        return asyncNanoseconds(count) { number in
          async let result = fake.load("key", number)
          if let call = try? await held.next() { call.resume(returning: number) }
          use(try? await result)
        }
      },
      reference: { count in
        let fake = HandHeld()
        return asyncNanoseconds(count) { number in
          async let result = fake.load("key", number)
          let call = await fake.next()
          call.continuation.resume(returning: number)
          use(try? await result)
        }
      })
  ]
}

/// A careful handwritten fake that holds calls: a lock with the checked continuations of both sides.
private final class HandHeld: @unchecked Sendable {
  struct Call {
    let arguments: (String, Int)
    let continuation: CheckedContinuation<Int, any Error>
  }
  private let lock = NSLock()
  private var calls: [Call] = []
  private var waiters: [CheckedContinuation<Call, Never>] = []

  func load(_ key: String, _ number: Int) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      let call = Call(arguments: (key, number), continuation: continuation)
      let waiter = lock.withLock { () -> CheckedContinuation<Call, Never>? in
        if waiters.isEmpty { calls.append(call) }
        return waiters.isEmpty ? nil : waiters.removeFirst()
      }
      waiter?.resume(returning: call)
    }
  }

  func next() async -> Call {
    await withCheckedContinuation { continuation in
      let call = lock.withLock { () -> Call? in
        if calls.isEmpty { waiters.append(continuation) }
        return calls.isEmpty ? nil : calls.removeFirst()
      }
      if let call { continuation.resume(returning: call) }
    }
  }
}
