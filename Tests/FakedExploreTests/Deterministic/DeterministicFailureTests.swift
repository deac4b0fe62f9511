import FakedExplore
import TestSupport
import Testing

struct DeterministicFailureTests {
  @Test func aTestThatWaitsForeverListsItsWaits() async throws {
    let line = UInt(#line)
    try await withKnownIssue {
      try await withDeterministicTasks {
        let clock = FakeClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(3)) }
        try await sleeping.value
      }
    } matching: { issue in
      // The error that ends the test names the line, too.
      if let error = issue.error {
        return isStop(error, at: "DeterministicFailureTests.swift:\(line + 2)")
      }
      let function = "DeterministicFailureTests.aTestThatWaitsForeverListsItsWaits()"
      let expected = """
        The test waits for something that can no longer happen: no task can run.
          the test waits (DeterministicFailureTests.swift:\(line + 5) in \(function))
          task 1 sleeps until 3.0 seconds (DeterministicFailureTests.swift:\(line + 4) in \(function))
        """
      // Optimized and sanitized programs don't know every line.
      let lines = issue.comments.map(\.rawValue).joined().split(separator: "\n")
      let expectedLines = expected.split(separator: "\n")
      if Toolchain.isOptimized { return lines.count == 3 && lines[0] == expectedLines[0] }
      return lines.count == 3 && lines[0] == expectedLines[0]
        && zip(lines, expectedLines).dropFirst().allSatisfy { line, expected in
          line == expected || !line.contains(" (") && expected.hasPrefix(line)
        }
    }
  }

  @Test func aDeterministicTestIsAScope() async throws {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await DeterministicTrait.deterministic.provideScope(for: test, testCase: .current) {
        // The scope reports the call of a function that can't throw.
        await FakeStore().save("a")
      }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("No stub responds to FakeStore.save") }
    }
  }

  @Test(.deterministic, .faked(patience: .milliseconds(100)))
  func eventuallyFailsOnceTheTestIsIdle() async throws {
    let store = FakeStore()
    let line = #line + 2
    try await withKnownIssue {
      try await eventually(within: .seconds(3_600)) { store.verify(\.save) }
    } matching: { issue in
      issue.comments.map(\.rawValue).joined().hasSuffix(
        "`eventually` at DeterministicFailureTests.swift:\(line) waited until no task could run.")
    }
  }

  @Test(.deterministic, .faked) func eventuallySeesAnExtraCallAfterTheExpectedOne() async throws {
    let store = FakeStore()
    store.when(\.save).thenReturn()
    Task {
      await store.save("a")
      await Task.yield()
      await store.save("b")
    }
    await withKnownIssue {
      try await eventually(within: .seconds(3_600)) { store.verify(\.save) }
    }
  }

  @Test(.deterministic, .faked(patience: .milliseconds(100)))
  func nextCallFailsOnceTheTestIsIdle() async {
    let store = FakeStore()
    let line = #line + 1
    let error = await #expect(throws: FakedError.self) {
      try await store.nextCall(to: \.save, within: .seconds(3_600))
    }
    #expect(
      error?.description == """
        `nextCall` at DeterministicFailureTests.swift:\(line) waited until no task could run, but no call of \
        FakeStore.save was made.
          No function of this fake was called.
        """)
  }

  @Test(.deterministic, .faked(.lenient, patience: .milliseconds(100)))
  func theNextHeldCallIsMissingOnceTheTestIsIdle() async {
    let store = FakeStore()
    let held = store.hold(\.save)
    let line = #line + 1
    let error = await #expect(throws: FakedError.self) {
      try await held.next(within: .seconds(3_600))
    }
    #expect(
      error?.description == """
        `next()` at DeterministicFailureTests.swift:\(line) waited until no task could run, but no call of \
        FakeStore.save was held.
          No function of this fake was called.
        """)
  }

  /// The real time that passes here is longer than the limit of the call.
  @Test(.deterministic, .faked) func aHeldCallWaitsUntilTheTestIsIdle() async throws {
    let store = FakeStore()
    let held = store.hold(\.save, atMost: .zero)
    let saving = Task { await store.save("a") }
    let call = try await held.next()
    for _ in 0..<1_000 { await Task.yield() }
    call.resume()
    await saving.value
  }

  @Test func inAScopeOnlyTheFailureIsReported() async throws {
    let test = try #require(Test.current)
    let issues = try await issues {
      let trait = FakedTrait.faked(patience: .milliseconds(100))
      try await trait.provideScope(for: test, testCase: .current) {
        try await withDeterministicTasks { try await FakeClock().sleep(for: .seconds(3)) }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.error == nil)
  }

  @Test func theErrorIsThrown() async {
    struct Broken: Error {}
    await #expect(throws: Broken.self) { try await withDeterministicTasks { throw Broken() } }
  }

  @Test(.deterministic) func aNestedDeterministicTestFailsAtItsLine() async throws {
    let line = #line + 2
    try await withKnownIssue {
      try await withDeterministicTasks {}
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.map(\.rawValue) == [
          """
          A deterministic test cannot begin inside a deterministic test or an exploration.
            Remove one of `.deterministic`, `withDeterministicTasks`, or the exploration.
          """
        ]
    }
  }

  @Test func untilIdleNeedsADeterministicTest() async {
    await withKnownIssue {
      await untilIdle()
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        """
        `untilIdle()` needs a deterministic test.
          Write @Test(.deterministic), or call it inside `withDeterministicTasks { … }`.
        """
      ]
    }
  }
}

private struct FakeStore: Faked {
  let instanceId = FakeInstance()
  let save: FunctionID<(String) -> Void, AsyncReturns> = "save"
  func save(_ text: String) async { await handleCall(\.save, text) }
}

/// Returns a Boolean value that indicates whether an error is the one that ends a stopped `withDeterministicTasks`.
///
/// - Parameter place: The file and line of `withDeterministicTasks`.
func isStop(_ error: any Error, at place: String) -> Bool {
  "\(error)" == """
    `withDeterministicTasks` at \(place) stopped the test. The failure at that line says why.
    """
}
