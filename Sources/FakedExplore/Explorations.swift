@_exported import FakedScheduler
@_exported import FakedTesting
import Testing

/// Runs a scenario in every order with at most a few changes to the usual one, and reports the orders that break it.
///
/// Tasks, actors, the main actor, streams, faked calls, steps, held calls, and the sleeps of a `FakeClock` are events. A
/// faked async call is two events: its effect, when its stub runs, and its delivery, when the caller gets the response. If
/// the stub is a constant, it is one. An order is broken if an expectation fails in it, if it throws, or if it waits for
/// something that can no longer happen. The simplest order of each kind is reported as one failure of the test, at this
/// line, with the text that repeats it.
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
/// The usual order is first in, first out. Another order differs from it in some changes, and orders with fewer changes
/// come first. After an order that breaks, the exploration stops when all orders with as many changes have run, or after
/// 200 more. If there are more than `limit`, half of the runs are a random sample. The report says what was run, and warns
/// about everything that was not under control; in a `.strict` scope, a warning is a failure. Each order costs about as
/// much as the scenario itself.
///
/// See <doc:EveryOrder>.
///
/// - Parameters:
///   - changes: The maximum number of changes in an order. Defaults to 2. A switch at an `await` that would not have
///     suspended counts twice.
///   - limit: The maximum number of orders. Defaults to 5,000. `FAKED_ORDERS` raises it.
///   - seed: The number that determines the sample. Defaults to 0.
///   - replay: The order to repeat, copied from a report. Defaults to `nil`, which explores all orders.
///   - deadline: The time to wait for work outside of the scheduler, when nothing else can happen, after some has come from
///     there. Defaults to the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` if an argument is not valid, if the call is inside another exploration or a
///   deterministic test, if `replay` belongs to another scenario, and on a system without task executors.
///   `CancellationError` if the task is canceled.
@discardableResult
public func exploreOrders(
  changes: Int = 2, limit: Int = 5_000, seed: UInt64 = 0, replaying replay: String? = nil,
  deadline: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  let scenario = Scenario.reporting(of: "exploreOrders", at: site, deadline: deadline, scenario)
  let report = try await scenario.exploreOrders(
    changes: changes,
    // The environment bounds an exploration, and not the order that a developer repeats.
    limit: replay == nil ? try raisedLimit(limit) : limit, seed: seed,
    replaying: replay)
  return await scenario.report(report)
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
/// A call fails with the errors that `mayFail` names in the scenario, with `error`, or with an `InjectedFault`. Functions
/// that `exempt` names never fail. With `changes: 1`, each fault is also tried in the orders that differ from the usual one
/// in one change. Each run costs about as much as the scenario itself.
///
/// See <doc:Faults>.
///
/// - Parameters:
///   - error: The error of calls for which the scenario names none. Defaults to `nil`, which is an `InjectedFault`.
///   - kinds: The moments at which calls fail: before their effect, after it, or both in turn. Defaults to
///     `.beforeEffect`.
///   - faults: The maximum number of calls that fail in one run. Defaults to 1. With 2, each run with a fault is followed
///     by runs in which one of its later calls fails, too.
///   - changes: The maximum number of changes in the order of a run. Defaults to 0.
///   - limit: The maximum number of runs. Defaults to 10,000. `FAKED_ORDERS` raises it.
///   - deadline: The time to wait for work outside of the scheduler, when nothing else can happen, after some has come from
///     there. Defaults to the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` for a scenario without a call of a fake, for an error that a function cannot
///   throw, for an invalid argument, inside another exploration or a deterministic test, and on a system without task
///   executors. `CancellationError` if the task is canceled.
@discardableResult
public func exploreFaults(
  failingWith error: (any Error)? = nil, kinds: Set<FaultKind> = [.beforeEffect], faults: Int = 1,
  changes: Int = 0, limit: Int = 10_000, deadline: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  let scenario = Scenario.reporting(of: "exploreFaults", at: site, deadline: deadline, scenario)
  let report = try await scenario.exploreFaults(
    FaultOptions(error: error, kinds: kinds), faults: faults, changes: changes,
    limit: try raisedLimit(limit))
  return await scenario.report(report)
}

/// Runs a scenario once for every point at which it waits, and cancels its task there.
///
/// The scenario waits for the async calls of its fakes, its steps, the sleeps of a `FakeClock`, streams, continuations, and
/// other tasks. The first run is not canceled. A canceled call throws `CancellationError` before or after its effect, or
/// returns as if nothing had happened; each of these is tried. A run is broken if an expectation fails in it, if it throws
/// an error other than `CancellationError` or one that wraps it, or if it waits for something that can no longer happen. All
/// broken runs together are one failure of the test, at this line.
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
/// The report warns if the scenario never waits, if no cancellation reached a call, and if every canceled run threw. In a
/// `.strict` scope, a warning is a failure. Each run costs about as much as the scenario itself.
///
/// See <doc:StepsAndCancellations>.
///
/// - Parameters:
///   - changes: The maximum number of changes in the order of a run. Defaults to 0.
///   - limit: The maximum number of runs. Defaults to 1,000. `FAKED_ORDERS` raises it.
///   - deadline: The time to wait for work outside of the scheduler, when nothing else can happen, after some has come from
///     there. Defaults to the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` for an invalid argument, inside another exploration or a deterministic test, and
///   on a system without task executors. `CancellationError` if the task is canceled.
@discardableResult
public func exploreCancellations(
  changes: Int = 0, limit: Int = 1_000, deadline: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  let scenario = Scenario.reporting(
    of: "exploreCancellations", at: site, deadline: deadline, scenario)
  let report = try await scenario.exploreCancellations(
    changes: changes, limit: try raisedLimit(limit))
  return await scenario.report(report)
}

/// Runs a scenario with each result of its calls replaced, and reports the results that no expectation checks.
///
/// The first run records the results. Further runs replace each of them with the natural default of its type and similar
/// values (0 and 1, "", nil, an empty collection, another case), or with the values that `mayReturn` names in the scenario,
/// until an expectation fails or the scenario throws. All results for which neither happens are one failure of the test, at
/// this line. A result for which Faked knows no other value is a warning, and a failure in a `.strict` scope. Functions that
/// `exempt` names keep their results.
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
/// Use it with Swift Testing: XCTest can't withdraw failures, so a run that fails as intended would fail its test. Each run
/// costs about as much as the scenario itself.
///
/// See <doc:Faults>.
///
/// - Parameters:
///   - limit: The maximum number of runs. Defaults to 10,000. `FAKED_ORDERS` raises it.
///   - deadline: The time to wait for work outside of the scheduler, when nothing else can happen, after some has come from
///     there. Defaults to the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` for a scenario without a call of a fake, for an invalid argument, inside another
///   exploration or a deterministic test, and on a system without task executors. `CancellationError` if the task is
///   canceled.
@discardableResult
public func exploreResults(
  limit: Int = 10_000, deadline: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  let scenario = Scenario.reporting(of: "exploreResults", at: site, deadline: deadline, scenario)
  let report = try await scenario.exploreResults(limit: try raisedLimit(limit))
  return await scenario.report(report)
}

/// Runs a part of a scenario as a separate event in the orders of an exploration.
///
/// `async let out: Void = step("user signs out") { await session.signOut() }` runs before, between, and after the calls
/// that wait. A step runs even if its task is canceled. Outside of an exploration it runs immediately, and fails the test at
/// this line.
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

/// Returns the limit of an exploration, which `FAKED_ORDERS` raises. A limit that is not valid is returned unchanged.
///
/// - Throws: `FakedError.invalidParameter` if `FAKED_ORDERS` is not a positive number.
package func raisedLimit(
  _ limit: Int, by orders: String? = environmentValue("FAKED_ORDERS")
) throws -> Int {
  guard let orders, !orders.isEmpty else { return limit }
  guard let count = Int(orders), count > 0 else {
    throw FakedError.invalidParameter(
      "FAKED_ORDERS=\(orders) is not a number of orders. Use a number such as 100000.")
  }
  return limit > 0 ? max(limit, count) : limit
}
