/// Runs a scenario once for every order in which its async calls and its steps can go on, and reports the orders that break it.
///
/// The calls of the fakes that are made or first stubbed in the scenario wait, and so does each `step`;
/// when nothing else can happen one of them goes on, and so on. `finishInAnyOrder` chooses functions; else
/// those of all async functions wait.  An order is broken when an expectation fails in it, when it throws, or
/// when it does not end within `deadline`, which is the patience of the scope if left out: that is one
/// failure of the test, at this line. XCTest records a failed assertion at its own line as well. A
/// scenario that has one order only, or something that cannot be foreseen, is a warning, and a failure in a
/// `.strict` scope.
///
/// All orders are run where there are no more than `limit`. Else so many more are run, as a sample that `seed`
/// chooses by priorities, and the report says the chance that it finds a bug. Each order is one that can
/// happen. What wakes a task from elsewhere, as a sleep or a callback does, cannot be foreseen: `isComplete`
/// is false then, and more is waited for until nothing has happened for the time `quiet`. An order costs what
/// the scenario costs and about 1 ms.
///
/// Throws `FakedError.invalidParameter` for a scenario without a call of a fake, a `limit` below 1, a
/// `deadline` that is not above zero, a `quiet` below zero, and within a run of `exploreOrders` or
/// `exploreCancellations`, and `CancellationError` when its task is cancelled.
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
  /// Reports what has to be known of it.
  func tell(by name: String, at site: SourceLine) {
    FailureReporter.report(
      self, by: name, isFailure: !broken.isEmpty || !missing.isEmpty || reason != nil,
      vacuity: vacuity, doubt: strayNote, at: site)
  }
}

extension FailureReporter {
  /// Reports an exploration that failed, or warns of one that proves nothing, or not all it could.
  static func report(
    _ report: some CustomStringConvertible, by name: String, isFailure: Bool, vacuity: String?,
    doubt: String? = nil, at site: SourceLine
  ) {
    if isFailure { return self.report("\(name): \(report)", at: site, ownedBy: nil) }
    let reason = vacuity.map { "proves nothing: \($0)." } ?? doubt.map { "is incomplete: \($0)" }
    // Within runs of another exploration this is said once.
    guard let reason, FakedScope.current?.exploration?.isFirstRun ?? true else { return }
    let text = "\(name) \(reason)"
    if FakedScope.current?.isStrict == true {
      self.report(text, at: site, ownedBy: nil)
    } else {
      warn(text, at: SourcePlace(site))
    }
  }
}
