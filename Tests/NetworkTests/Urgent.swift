import Testing

/// Runs a test before those that wait for a thread.
///
/// On Linux, `URLSession` polls the connection of a request that waits for its response. A test of such a request that
/// itself waits for a thread costs a whole core.
struct Urgent: TestTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask(priority: .high) { try await function() }
        try await group.waitForAll()
      }
    }
  }
}

extension Trait where Self == Urgent {
  static var urgent: Self { Self() }
}
