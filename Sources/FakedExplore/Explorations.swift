@_exported import FakedScheduler
@_exported import FakedTesting
import Testing

/// Runs a scenario once for every order in which its parts can run, and reports the orders that break it.
///
/// Tasks, actors, streams, faked calls, steps, held calls, and the sleeps of a `FakeClock` are events. A faked async
/// call is two events: its effect, when its stub runs, and its delivery, when the caller gets the response. If the stub
/// is a constant, it is one. An order is broken if an expectation fails in it, if it throws, or if it waits for
/// something that can no longer happen. The simplest order of each kind is reported as one failure of the test, at
/// this line, with the text that repeats it.
///
/// ```swift
/// try await exploreOrders {
///   let library = FakeLibrary()
///   library.when(\.find).thenReturn(["Emma"])
///   let shelf = Shelf(library: library)
///   async let loading: Void = shelf.load()
///   async let leaving: Void = step("user signs out") { await shelf.signOut() }
///   _ = try await (loading, leaving)
///   #expect(await shelf.books.isEmpty)
/// }
/// ```
///
/// Orders are tried by increasing numbers of preemptions: switches away from a task that could continue. If there are
/// more than `limit`, half of the runs are a random sample. If all orders pass, and `preemptions` is not 0, further
/// orders preempt a task at a call that never suspends. The report says what it covers, and warns about everything
/// that was not under control; in a `.strict` scope, a warning is a failure. Each order costs about as much as the
/// scenario itself. `FAKED_ORDERS` raises `limit`, and `FAKED_SHARD=3/8` runs an eighth of the orders.
///
/// See <doc:EveryOrder>.
///
/// - Parameters:
///   - preemptions: The maximum number of preemptions in an order. Defaults to 2.
///   - limit: The maximum number of orders, and separately of those with a preemption at a call that never suspends.
///     Defaults to 5,000. `FAKED_ORDERS` raises it.
///   - seed: The number that determines the sample. Defaults to 0.
///   - replay: The order to repeat, copied from a report. Defaults to `nil`, which explores all orders.
///   - deadline: The time to wait for work that leaves the scheduler, when nothing else can happen. Defaults to
///     the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` if an argument is not valid, if the call is inside a run of `exploreOrders`
///   or `exploreCancellations`, or if `replay` belongs to another scenario. `CancellationError` if the task is
///   canceled.
@discardableResult
public func exploreOrders(
  preemptions: Int = 2, limit: Int = 5_000, seed: UInt64 = 0, replaying replay: String? = nil,
  deadline: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  var options = OrderExplorer.Options()
  options.preemptions = preemptions
  options.limit = limit
  options.seed = seed
  // The environment bounds an exploration, and not the order that a developer repeats.
  if replay == nil {
    options.limit = try RunSettings.current.raised(limit)
    options.shard = try Shard.ofRun()
  }
  options.stopsAtFailure = Test.current == nil && TestFramework.current.contains(.xcTest)
  let exploration = OrderExploration(
    .reporting(at: site, deadline: deadline, scenario), options, replaying: replay)
  let report = try await exploration.explore()
  await FailureReporter.report(report, by: "exploreOrders", at: site)
  return report
}

/// Runs a scenario once for every call in it that can fail, and makes that call fail.
///
/// The first run has no fault. A run is broken if an expectation fails in it, if it throws an error other than the
/// injected one or one that wraps it, or if it waits for something that can no longer happen. All broken runs together,
/// with their faults, are one failure of the test, at this line.
///
/// ```swift
/// try await exploreFaults {
///   let library = FakeLibrary()
///   library.when(\.find).thenReturn(["Emma"])
///   let shelf = Shelf(library: library)
///   try? await shelf.load()
///   await shelf.signOut()
///   #expect(await shelf.books.isEmpty)
/// }
/// ```
///
/// A call fails with the errors that `mayFail` names in the scenario, with `error`, or with an `InjectedFault`.
/// Functions that `exempt` names never fail. If a call returns an `AsyncThrowingStream`, the stream also fails before
/// its first element, and after each of the first four that the code reads. Around `exploreOrders` and
/// `exploreCancellations`, a call fails in all of their runs. Each run costs about as much as the scenario itself.
///
/// See <doc:FaultsAndOrders>.
///
/// - Parameters:
///   - error: The error of calls for which the scenario names none. Defaults to `nil`, which is an `InjectedFault`.
///   - kinds: The moments at which calls fail: before their effect, after it, or both in turn. Defaults to
///     `.beforeEffect`.
///   - depth: The maximum number of calls that fail in one run. Defaults to 1. With 2, each run with a fault is
///     followed by runs in which one of its later calls fails, too.
///   - limit: The maximum number of runs. Defaults to 10,000. `FAKED_ORDERS` raises it.
///   - deadline: The time to wait for work that leaves the scheduler, when nothing else can happen. Defaults to
///     the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` for a scenario without a call of a fake, for one whose calls
///   differ between runs, for an error that a function cannot throw, for an invalid argument, and within a run of
///   another exploration. `CancellationError` if the task is canceled.
@discardableResult
public func exploreFaults(
  failingWith error: (any Error)? = nil, kinds: Set<FaultKind> = [.beforeEffect],
  depth: Int = 1, limit: Int = 10_000, deadline: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  var options = FaultExploration.Options()
  options.error = error
  options.kinds = kinds
  options.depth = depth
  options.limit = try RunSettings.current.raised(limit)
  let exploration = FaultExploration(
    .reporting(at: site, deadline: deadline, scenario), options)
  let report = try await exploration.explore()
  await FailureReporter.report(report, by: "exploreFaults", at: site)
  return report
}

/// Runs a scenario once for every point at which it waits, and cancels its task there.
///
/// The scenario waits for the async calls of its fakes, its steps, the sleeps of a `FakeClock`, streams, continuations,
/// and other tasks. The first run is not canceled. If a canceled call may have had its effect, it is tried with the
/// effect and without it. A run is broken if an expectation fails in it, if it throws an error other than
/// `CancellationError` or one that wraps it, or if it waits for something that can no longer happen. All broken runs
/// together are one failure of the test, at this line.
///
/// ```swift
/// try await exploreCancellations {
///   let library = FakeLibrary()
///   library.when(\.find).thenReturn(["Emma"])
///   let shelf = Shelf(library: library)
///   try? await shelf.load()
///   if Task.isCancelled { #expect(await shelf.books.isEmpty) }
/// }
/// ```
///
/// The report warns if the scenario never waits, if no cancellation reached a call, and if every canceled run threw
/// before an expectation. In a `.strict` scope, a warning is a failure. Each run costs about as much as the scenario
/// itself.
///
/// See <doc:StepsAndCancellations>.
///
/// - Parameters:
///   - limit: The maximum number of runs. Defaults to 1,000. `FAKED_ORDERS` raises it.
///   - deadline: The time to wait for work that leaves the scheduler, when nothing else can happen. Defaults to
///     the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` for an invalid argument, and within a run of `exploreOrders` or
///   `exploreCancellations`. `CancellationError` if the task is canceled.
@discardableResult
public func exploreCancellations(
  limit: Int = 1_000, deadline: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  let exploration = CancellationExploration(
    .reporting(at: site, deadline: deadline, scenario), limit: try RunSettings.current.raised(limit)
  )
  let report = try await exploration.explore()
  await FailureReporter.report(report, by: "exploreCancellations", at: site)
  return report
}

/// Runs a scenario with each result of its calls replaced, and reports the results that no expectation checks.
///
/// The first run records the results. Further runs replace each of them with the natural default of its type and
/// similar values (0 and 1, "", nil, an empty collection, another case), or with the values that `mayReturn` names in
/// the scenario, until an expectation fails or the scenario throws. All results for which neither happens are one
/// failure of the test, at this line. A result for which Faked knows no other value is a warning, and a failure in a
/// `.strict` scope. Functions that `exempt` names keep their results.
///
/// ```swift
/// try await exploreResults {
///   let library = FakeLibrary()
///   library.when(\.borrow).thenReturn(true)
///   let isLent = try library.borrow("Emma", days: 7)
///   #expect(isLent)
/// }
/// ```
///
/// Use it with Swift Testing: XCTest can't withdraw failures, so a run that fails as intended would fail its test. Each
/// run costs about as much as the scenario itself.
///
/// See <doc:LostResponses>.
///
/// - Parameters:
///   - limit: The maximum number of runs. Defaults to 10,000. `FAKED_ORDERS` raises it.
///   - deadline: The time to wait for work that leaves the scheduler, when nothing else can happen. Defaults to
///     the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` for a scenario without a call of a fake, for one whose calls
///   differ between runs, for an invalid argument, and within a run of another exploration. `CancellationError`
///   if the task is canceled.
@discardableResult
public func exploreResults(
  limit: Int = 10_000, deadline: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  let exploration = ResultExploration(
    .reporting(at: site, deadline: deadline, scenario), limit: try RunSettings.current.raised(limit)
  )
  let report = try await exploration.explore()
  await FailureReporter.report(report, by: "exploreResults", at: site)
  return report
}

/// Runs a part of a scenario as a separate event in the orders of `exploreOrders` and `exploreCancellations`.
///
/// `async let out: Void = step("user signs out") { await session.signOut() }` runs before, between, and after the calls
/// that wait. A step runs even if its task is canceled. In a run of another exploration it runs immediately. Outside of
/// an exploration it runs immediately, too, and fails the test at this line.
///
/// ```swift
/// async let books: Void = step("user reads") { await reader.read() }
/// async let leaving: Void = step("user signs out") { await reader.signOut() }
/// _ = await (books, leaving)
/// ```
///
/// See <doc:StepsAndCancellations>.
///
/// - Parameters:
///   - name: The name of the step in reports.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - body: The part of the scenario.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
@discardableResult
public func step<Result, Failure: Error>(
  _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  // A detached task doesn't inherit the scope.
  let exploration = TestScope.ofTask?.exploration
  if exploration == nil {
    FailureReporter.report(
      """
      The step "\(name)" is outside of an exploration.
        Write it in the scenario of exploreOrders or exploreCancellations, on a task of that scenario. \
      A task that a queue or a thread starts doesn't belong to the scenario.
      """, at: SourceLine(fileID, filePath, line, column), ownedBy: nil)
  }
  await exploration?.waitForStep(name, isolation: isolation)
  return try await body()
}
