/// Runs a part of a test, usually the whole, so that its tasks always run in the same order.
///
/// Use it in XCTest, and for a part of a Swift Testing test. For the whole of a Swift Testing test, use
/// the trait `.deterministic`.
///
/// ```swift
/// func testPolls() async throws {
///   try await withDeterministicTasks {
///     let clock = FakeClock()
///     let poller = Poller(clock: clock)
///     await poller.start()
///     await clock.advance(by: .seconds(3))
///     let ticks = await poller.ticks
///     XCTAssertEqual(ticks, 3)
///   }
/// }
/// ```
///
/// See <doc:DeterministicTests>.
///
/// - Parameters:
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - body: The code whose tasks run in the same order.
/// - Returns: The result of the body.
/// - Throws: The error of the body. If the body waits for something that can no longer happen, or never waits, a failure is
///   reported at the line of the caller, and then an error ends the test.
public func withDeterministicTasks<Result>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ body: @escaping () async throws -> Result
) async throws -> Result {
  let site = SourceLine(fileID, filePath, line, column)
  let test = DeterministicTest(at: SourcePlace(site))
  // The caller waits until the body has ended, so both never run at the same time.
  let body = UncheckedSendable(body)
  let result: UncheckedSendable<Result>? = try await test.run {
    UncheckedSendable(try await body.value())
  }
  guard let result else { throw StoppedTestError(site: site) }
  return result.value
}

/// The error of `withDeterministicTasks` if its body was stopped or could not begin. The reason was reported before.
struct StoppedTestError: ReportedError {
  let site: SourceLine

  var description: String {
    "`withDeterministicTasks` at \(site) stopped the test. The failure at that line says why."
  }
}

/// Suspends until no other task of the deterministic test can run.
///
/// Use it instead of `Task.yield()` or a sleep: it runs everything that can run, including work on the main
/// actor, and returns when all tasks have ended or wait. In an exploration, it also waits for calls and
/// steps that have not continued.
///
/// ```swift
/// @Test(.deterministic) func theBookIsBorrowed() async {
///   let library = FakeLibrary()
///   library.when(\.borrow).thenReturn(true)
///   Task { try library.borrow("Emma", days: 7) }
///   await untilIdle()
///   library.verify(\.borrow, with: "Emma", 7)
/// }
/// ```
///
/// See <doc:DeterministicTests>.
///
/// - Parameters:
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
public func untilIdle(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, isolation: isolated (any Actor)? = #isolation
) async {
  guard let scheduler = CurrentScheduler.current else {
    let site = SourceLine(fileID, filePath, line, column)
    return FailureReporter.report(
      DeterministicFailure.notDeterministic.message, at: site, ownedBy: .ofTask)
  }
  await scheduler.untilIdle(isolation: isolation)
}
