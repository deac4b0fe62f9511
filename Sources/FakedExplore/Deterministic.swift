import Testing

/// A trait that runs the tasks of a test in a fixed order. See `.deterministic`.
public struct DeterministicTrait: TestTrait, SuiteTrait, TestScoping {
  /// A Boolean value that indicates whether a suite gives the trait to its tests. Always `true`.
  public var isRecursive: Bool { true }

  /// Runs one test case. Swift Testing calls it.
  ///
  /// - Parameters:
  ///   - test: The test or the suite.
  ///   - testCase: The case of the test, or `nil` for a suite.
  ///   - function: Runs the test.
  /// - Throws: Every error that the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Swift Testing calls this for the suite first, without a case.
    guard testCase != nil else { return try await function() }
    let options = FakedTrait.scopeOptions(of: test)
    guard options.isEmpty, TestScope.current == nil else {
      return try await run(test, in: options, function)
    }
    try await FakedTrait.faked.provideScope(for: test, testCase: testCase) {
      try await run(test, in: [], function)
    }
  }

  private func run(
    _ test: Test, in options: [ScopeOptions], _ function: @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      let deterministic = DeterministicTest(
        at: SourcePlace(test.sourceLocation),
        patience: options.last { $0.patience != nil }?.patience,
        isStrict: options.last?.modes.contains(.strict))
      let hasEnded: Void? = try await deterministic.run(function)
      if hasEnded == nil { AbandonedClosure.forget(function) }
    }
  }
}

extension Trait where Self == DeterministicTrait {
  /// A trait that runs the tasks of the test in the same order in every run.
  ///
  /// All tasks of the test, its actors, and its code on the main actor run one step at a time, each in the order in
  /// which it became ready. Other tests run in parallel. A test that waits for something that can no longer happen
  /// fails at once. The test is a scope, as with `.faked`; it may have both traits.
  ///
  /// ```swift
  /// @Test(.deterministic) func thePollerTicksEverySecond() async {
  ///   let clock = FakeClock()
  ///   let poller = Poller(clock: clock)
  ///   await poller.start()
  ///   await clock.advance(by: .seconds(3))
  ///   #expect(await poller.ticks == 3)
  /// }
  /// ```
  ///
  /// See <doc:DeterministicTests>.
  public static var deterministic: Self { DeterministicTrait() }
}

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
private struct StoppedTestError: ReportedError {
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
      """
      `untilIdle()` needs a deterministic test.
        Write @Test(.deterministic), or call it inside `withDeterministicTasks { … }`.
      """, at: site, ownedBy: .ofTask)
  }
  await scheduler.untilIdle(isolation: isolation)
}

/// Runs the code of one test on a scheduler, and records its failures.
struct DeterministicTest: Sendable {
  private let place: SourcePlace
  private let patience: Duration
  private let isStrict: Bool

  /// Creates the run of a test.
  ///
  /// - Parameters:
  ///   - place: The line of the test.
  ///   - patience: The time to wait for work that leaves the scheduler. Defaults to that of the current scope.
  ///   - isStrict: A Boolean value that indicates whether warnings count as failures. Defaults to that of the current
  ///     scope.
  init(at place: SourcePlace, patience: Duration? = nil, isStrict: Bool? = nil) {
    self.place = place
    self.patience = patience ?? TestScope.current?.patience ?? TestScope.usualPatience
    self.isStrict = isStrict ?? TestScope.current?.isStrict ?? false
  }

  /// Runs the code of the test.
  ///
  /// - Parameter body: The code. It must not be used after the function has returned, unless the test is
  ///   stuck.
  /// - Returns: The result. `nil` if the test was stuck, and ended with the error of its cancellation or not at all.
  @discardableResult
  func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result? {
    let place = place
    let name = TestScope.current?.name ?? Test.current?.name ?? "the deterministic test"
    let owner = "\(name) (\(place))"
    do {
      let run = try await DeterministicRun(
        of: owner, patience: patience,
        reporter: { FailureReporter.record($0, at: SourcePlace($1)) },
        body)
      switch run.ending {
      case .completed: break
      case .stuck, .tooManySteps: FailureReporter.record(run.endingText, at: place)
      case .leftoversNeverWait:
        FailureReporter.warn(.init(run.endingText, at: nil), of: place, isStrict: isStrict)
      }
      if run.ending.stopsScenario, case .failure(is CancellationError) = run.result { return nil }
      return try run.result?.get()
    } catch let refusal as Scheduler.Refusal {
      FailureReporter.record(Self.text(of: refusal), at: place)
      return try await body()
    }
  }

  private static func text(of refusal: Scheduler.Refusal) -> String {
    switch refusal {
    case .nested:
      """
      A deterministic test cannot begin inside a deterministic test or an exploration.
        Remove one of `.deterministic`, `withDeterministicTasks`, or the exploration.
      """
    case .unsupported:
      """
      This system doesn't let the library run the tasks of a test in a fixed order, so the test ran as usual.
        No other library may use `swift_task_enqueueGlobal_hook`.
      """
    }
  }
}

/// Keeps the code of a test that is stuck and ignores its cancellation.
///
/// Swift Testing passes the code of a test only for the duration of the test. A stuck task refers to it forever, and
/// `withoutActuallyEscaping` stops the process if a reference is left.
enum AbandonedClosure {
  /// A wrapper that keeps the representation of a closure. A generic value would change its context.
  private struct Content { let closure: @Sendable () async throws -> Void }

  private typealias Count = @convention(c) (UnsafeMutableRawPointer) -> Int
  private typealias Change = @convention(c) (UnsafeMutableRawPointer, UInt32) -> Void

  /// Drops all references to a closure except one, and keeps its memory.
  ///
  /// After that, no task may run or release the closure.
  static func forget(_ closure: @escaping @Sendable () async throws -> Void) {
    guard let context = context(of: closure),
      let count = TaskRuntime.function("swift_retainCount", as: Count.self),
      let retainUnowned = TaskRuntime.function("swift_unownedRetain_n", as: Change.self),
      let release = TaskRuntime.function("swift_release_n", as: Change.self)
    else { return }
    retainUnowned(context, 1)
    if case let extra = count(context) - 1, extra > 0 { release(context, UInt32(extra)) }
  }

  private static func context(
    of closure: @escaping @Sendable () async throws -> Void
  ) -> UnsafeMutableRawPointer? {
    // A closure consists of its code and its context.
    unsafeBitCast(Content(closure: closure), to: (UInt, UnsafeMutableRawPointer?).self).1
  }
}
