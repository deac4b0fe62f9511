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
