import FakedExplore
import TestSupport
import Testing

/// Tasks that never wait, or that outlive their test.
struct LeftoverTaskTests {
  private static let endlessTest =
    "The test was stopped after 100,000 events without a pause."
  private static let endlessTasks =
    "Tasks were still running when the test ended. They never wait, so they were stopped."

  @Test func aLoopThatNeverWaitsIsStopped() async throws {
    try await withKnownIssue {
      try await withDeterministicTasks { while !Task.isCancelled { await Task.yield() } }
    } matching: { issue in
      let lines = issue.comments.map(\.rawValue).joined().split(separator: "\n")
      return lines.first.map(String.init) == Self.endlessTest
        && lines.dropFirst().first?.hasPrefix("  the test runs") == true
    }
  }

  @Test func aTestThatAwaitsALoopThatIgnoresItsCancellationIsStopped() async throws {
    let line = UInt(#line) + 6
    let test = Test.current
    try await withKnownIssue {
      try await withDeterministicTasks {
        let clock = FakeClock()
        let poller = Task {
          while test != nil { try? await clock.sleep(for: .seconds(1)) }
        }
        await clock.advance(by: .seconds(3))
        poller.cancel()
        await poller.value
      }
    } matching: { issue in
      if let error = issue.error { return isStop(error, at: "LeftoverTaskTests.swift:\(line - 3)") }
      let lines = issue.comments.map(\.rawValue).joined().split(separator: "\n")
      return lines.first.map(String.init) == Self.endlessTest
        && lines.contains {
          $0.hasPrefix("  task 1 is canceled, but still runs")
            && ($0.contains("(LeftoverTaskTests.swift:\(line) in ") || Toolchain.isOptimized)
        }
    }
  }

  private enum Leftover: CaseIterable {
    case yields, ignoresItsCancellation

    /// Begins a task that outlives the test.
    func begin(while isNeeded: @escaping @Sendable () -> Bool) async {
      switch self {
      case .yields: Task { while isNeeded() { await Task.yield() } }
      case .ignoresItsCancellation:
        let clock = FakeClock()
        let poller = Task { while isNeeded() { try? await clock.sleep(for: .seconds(1)) } }
        await clock.advance(by: .seconds(3))
        poller.cancel()
      }
    }
  }

  @Test(arguments: Leftover.allCases)
  private func aTaskThatNeverWaitsAfterTheTestGetsAWarning(_ kind: Leftover) async throws {
    let isOver = Captured(false)
    let result = Captured(0)
    let line = #line + 2
    let issues = try await issues {
      result.value = try await withDeterministicTasks {
        await kind.begin { !isOver.value }
        return 42
      }
    }
    #expect(result.value == 42)
    // Otherwise, the warning is printed.
    guard Toolchain.hasIssueSeverity, !TestFramework.dropsWarnings else {
      return #expect(issues.isEmpty)
    }
    try #require(issues.count == 1)
    #expect(issues[0].isWarning)
    #expect(issues[0].sourceLocation?.line == line)
    let lines = issues[0].comments.map(\.rawValue).joined().split(separator: "\n")
    try #require(lines.count == 2, "\(lines)")
    #expect(lines[0] == Self.endlessTasks)
    let state = kind == .yields ? "runs" : "is canceled, but still runs"
    #expect(lines[1].hasPrefix("  task 1 \(state)"), "\(lines)")
    #expect(lines[1].contains(" in LeftoverTaskTests.Leftover.begin") || Toolchain.isOptimized)
  }

  @Test func inAStrictScopeATaskThatNeverWaitsAfterTheTestIsAFailure() async throws {
    let isOver = Captured(false)
    let issues = try await issues {
      try await withFakedScope(.strict) {
        try await withDeterministicTasks { await Leftover.yields.begin { !isOver.value } }
      }
    }
    try #require(issues.count == 1)
    #expect(!Toolchain.hasIssueSeverity || !issues[0].isWarning)
    #expect(issues[0].comments.map(\.rawValue).joined().hasPrefix(Self.endlessTasks))
  }

  /// A wait that does not react to cancellation.
  private enum Stubbornness: CaseIterable { case waits, isOnMain, runs, isOnActor }

  private actor Gate {
    private var waiters: [UnsafeContinuation<Void, Never>] = []
    func pass() async { await withUnsafeContinuation { waiters.append($0) } }
  }

  @Test(.faked(patience: .milliseconds(100)), arguments: Stubbornness.allCases)
  private func aTestThatIgnoresCancellationEnds(kind: Stubbornness) async throws {
    let test = try #require(Test.current)
    let kept = Captured<[UnsafeContinuation<Void, Never>]>([])
    let hasEnded = Captured(false)
    await withKnownIssue {
      try await DeterministicTrait.deterministic.provideScope(for: test, testCase: .current) {
        switch kind {
        case .waits: await withUnsafeContinuation { next in kept.withValue { $0.append(next) } }
        case .isOnMain:
          await { @MainActor in
            await withUnsafeContinuation { next in kept.withValue { $0.append(next) } }
          }()
        case .runs: while !hasEnded.value { await Task.yield() }
        case .isOnActor: await Gate().pass()
        }
        hasEnded.value = true
      }
    }
    // The rest of the test never runs.
    for next in kept.value { next.resume() }
    for _ in 0..<10 { await Task.yield() }
    #expect(!hasEnded.value)
  }

  @Test(.timeLimit(.minutes(10)))
  func aSleepThatOutlivesTheTestEnds() async throws {
    let (end, continuation) = AsyncStream<Void>.makeStream()
    try await withDeterministicTasks {
      Task {
        try await Task.sleep(for: .milliseconds(1))
        continuation.finish()
      }
      await untilIdle()
    }
    for await _ in end {}
  }
}

extension Issue {
  fileprivate var isWarning: Bool {
    #if compiler(>=6.3)
      severity == .warning
    #else
      false
    #endif
  }
}
