import FakedExplore
import TestSupport
import Testing

/// Scenarios that wait for calls. Their limits in real time must not be work outside of the scheduler.
@Suite struct WaitingScenarioTests {
  @Test func waitsForCallsAreUnderControl() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      depot.when(\.fetch) { $0 }
      async let call = depot.nextCall(to: \.fetch, after: 0)
      _ = try await depot.fetch("a")
      _ = try await call
      try await eventually { depot.verify(\.fetch) }
    }
    #expect(report.isExhaustive, "\(report)")
  }

  @Test func heldCallsAreUnderControl() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      let held = depot.hold(\.fetch)
      async let text = depot.fetch("a")
      async let other: Void = step("b") {}
      try await held.next().resume(returning: "x")
      _ = try await (text, other)
    }
    #expect(report.isExhaustive, "\(report)")
  }

  @Test(.enabled(if: CallSiteTable.hasLines))
  func aStoryNamesTheLoopOverAStream() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let (numbers, source) = AsyncThrowingStream.makeStream(of: Int.self)
        async let sending: Void = send(3, to: source)
        let sum = try await sum(of: numbers)
        #expect(sum == 4)
        await sending
      }
    }
    let events = try #require(report.broken.first?.events)
    #expect(
      events.contains {
        $0.contains("scenario continues") && $0.hasSuffix(" in sum(of:)")
          && $0.contains("WaitingScenarioTests.swift:\(lineOfLoop)")
      }, "\(events)")
  }

  @Test(.enabled(if: CallSiteTable.hasLines))
  func aDeadlockNamesTheCallersOfTheLocks() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(deadline: .milliseconds(50)) {
        let (first, second) = (AsyncLock(), AsyncLock())
        async let one: Void = moveMoney(from: first, to: second)
        async let two: Void = moveMoney(from: second, to: first)
        _ = await (one, two)
      }
    }
    let lines = report.broken.flatMap(\.failures).joined().split(separator: "\n")
    for task in ["task 1", "task 2"] {
      #expect(
        lines.contains {
          $0.contains("\(task) waits (WaitingScenarioTests.swift:")
            && $0.contains(" in AsyncLock.lock(), called at")
            && $0.hasSuffix(" in moveMoney(from:to:))")
        }, "\(report)")
    }
  }
}

private actor AsyncLock {
  private var isLocked = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func lock() async {
    while isLocked { await withCheckedContinuation { waiters.append($0) } }
    isLocked = true
  }

  func unlock() {
    isLocked = false
    if !waiters.isEmpty { waiters.removeFirst().resume() }
  }
}

private func send(
  _ number: Int, to source: AsyncThrowingStream<Int, any Error>.Continuation
) async {
  source.yield(number)
  await Task.yield()
  source.finish()
}

private let lineOfLoop = #line + 4

private func sum(of numbers: AsyncThrowingStream<Int, any Error>) async throws -> Int {
  var sum = 0
  for try await number in numbers {
    sum += number
  }
  return sum
}

private func moveMoney(from first: AsyncLock, to second: AsyncLock) async {
  await first.lock()
  await second.lock()
  await second.unlock()
  await first.unlock()
}
