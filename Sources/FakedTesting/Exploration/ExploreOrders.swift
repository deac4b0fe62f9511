/// Runs a scenario once for every order in which its async calls and steps can resume, and reports the broken orders.
///
/// The async calls of fakes that are created or first stubbed in the scenario wait, and so does each `step`. When
/// nothing else can happen, one of them resumes. `finishInAnyOrder` limits waiting to the functions that it names. An
/// order is broken if an expectation fails, if it throws an error, or if it doesn't end within `deadline`. All broken
/// orders are one failure of the test, at this line. XCTest also records a failed assertion at its own line. A scenario
/// that has only one order, or that depends on unpredictable events, is a warning, or a failure in a `.strict` scope.
///
/// If there are at most `limit` orders, all of them run. Otherwise, a sample of `limit` orders runs, which `seed`
/// selects by priorities, and the report states the probability that the sample finds a bug. Every order that runs can
/// really happen. If something outside the scenario wakes a task, such as a sleep or a callback, the orders can't be
/// predicted: `isComplete` is `false`, and each step waits until nothing has happened for the time `quiet`. An order
/// costs about 1 ms in addition to the scenario.
///
/// ```swift
/// try await exploreOrders {
///   let library = FakeLibrary()
///   library.when(\.find).thenReturn(["Emma"])
///   async let first = library.find("E")
///   async let second = library.find("Em")
///   let books = try await (first, second)
///   #expect(books.0 == books.1)
/// }
/// ```
///
/// See <doc:FaultsAndOrders>.
///
/// - Parameters:
///   - limit: The maximum number of orders. Defaults to 120.
///   - seed: The seed that selects the sample. Defaults to 0.
///   - deadline: The time that one run may take. Defaults to the patience of the scope.
///   - quiet: The time without events after which a run counts as waiting, if work outside the scenario can wake it.
///     Defaults to 10 milliseconds.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. Create or first stub its fakes in it.
/// - Returns: A report of the orders.
/// - Throws: `FakedError.invalidParameter` if the scenario calls no fake, `limit` is less than 1, `deadline` isn't
///   positive, or `quiet` is negative, and within a run of `exploreOrders` or `exploreCancellations`.
///   `CancellationError` if its task is canceled.
@discardableResult
public func exploreOrders(
  limit: Int = 120, seed: UInt64 = 0, deadline: Duration? = nil,
  quiet: Duration = .milliseconds(10), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> OrderReport {
  let site = SourceLine(fileID, filePath, line, column)
  let exploration = OrderExploration(
    .reporting(at: site, deadline: deadline, scenario), limit: limit, seed: seed, quiet: quiet,
    at: site)
  let report = try await exploration.explore()
  report.tell(by: "exploreOrders", at: site)
  return report
}

extension OrderReport {
  /// Reports broken orders as a failure, and an inconclusive exploration as a warning.
  func tell(by name: String, at site: SourceLine) {
    FailureReporter.report(
      self, by: name, isFailure: !broken.isEmpty || !missing.isEmpty || reason != nil,
      vacuity: vacuity, doubt: strayNote, at: site)
  }
}

extension FailureReporter {
  /// Reports a failed exploration, or warns if an exploration proves nothing or is incomplete.
  static func report(
    _ report: some CustomStringConvertible, by name: String, isFailure: Bool, vacuity: String?,
    doubt: String? = nil, at site: SourceLine
  ) {
    if isFailure { return self.report("\(name): \(report)", at: site, ownedBy: nil) }
    let reason = vacuity.map { "proves nothing: \($0)." } ?? doubt.map { "is incomplete: \($0)" }
    // Warn only once within the runs of another exploration.
    guard let reason, TestScope.current?.exploration?.isFirstRun ?? true else { return }
    let text = "\(name) \(reason)"
    if TestScope.current?.isStrict == true {
      self.report(text, at: site, ownedBy: nil)
    } else {
      warn(text, at: SourcePlace(site))
    }
  }
}
