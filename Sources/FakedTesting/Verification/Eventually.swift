/// Waits until all checks in the closure hold, and reports those that don't hold in time. Any fakes can be checked.
///
/// ```swift
/// try await eventually(within: .seconds(1)) {
///   library.verify(\.borrow, called: 2)
///   mailer.verify(\.send)
/// }
/// ```
///
/// The closure runs again after each call of its fakes, without polling, so it should contain only checks.
/// Earlier calls count too. A check that a later call could break (`.never`, `.atMost`, `verifyNoCalls`,
/// `verifyNoMoreCalls`) waits for the whole time. Other checks end the wait as soon as they hold, even if another call
/// follows. In a deterministic test, the checks are exact: they run when nothing more can happen.
///
/// See <doc:Verifying>.
///
/// - Parameters:
///   - limit: The longest wait. Defaults to the patience of the scope, or 30 seconds outside a scope. In a
///     deterministic test, the wait ends as soon as no task can run.
///   - fileID: The file of the wait. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the wait.
///   - column: The column of that line.
///   - isolation: The actor on which the closure runs. Defaults to that of the caller.
///   - checks: Calls `verify` at least once.
/// - Throws: `CancellationError` if the task is canceled.
public func eventually(
  within limit: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ checks: () -> Void
) async throws {
  let wait = EventualWait("eventually", limit, at: SourceLine(fileID, filePath, line, column))
  for check in try await wait.checks(checks) { check.report(after: wait) }
}

/// Waits until all checks in the closure hold, and throws an error if they don't hold in time.
///
/// Use it instead of ``eventually(within:fileID:filePath:line:column:isolation:_:)`` if the rest of the test is
/// meaningless, or would hang, without the expected calls. The checks that don't hold are reported first.
///
/// ```swift
/// try await requireEventually { library.verify(\.find) }
/// let call = library.calls(to: \.find)[0]
/// print(call.arguments)
/// ```
///
/// See <doc:Verifying>.
///
/// - Parameters:
///   - limit: The longest wait. Defaults to the patience of the scope, or 30 seconds outside a scope. In a
///     deterministic test, the wait ends as soon as no task can run.
///   - fileID: The file of the wait. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the wait.
///   - column: The column of that line.
///   - isolation: The actor on which the closure runs. Defaults to that of the caller.
///   - checks: Calls `verify` at least once.
/// - Throws: If a check doesn't hold, an error that ends the test. With `.faked`, the failure is
///   reported once; elsewhere, the error is a second failure. `CancellationError` if the task is canceled.
public func requireEventually(
  within limit: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ checks: () -> Void
) async throws {
  let wait = EventualWait(
    "requireEventually", limit, at: SourceLine(fileID, filePath, line, column))
  let unmet = try await wait.checks(checks).filter { !$0.report(after: wait) }
  if !unmet.isEmpty { throw UnmetChecksError(count: unmet.count, site: wait.site) }
}

/// The error of `requireEventually`. The checks that don't hold were reported before.
struct UnmetChecksError: ReportedError {
  let count: Int
  let site: SourceLine

  var description: String {
    "`requireEventually` at \(site) stopped the test: "
      + (count == 1 ? "a check does not hold." : "\(count) checks do not hold.")
  }
}

/// A wait for checks.
struct EventualWait {
  /// The function that waits.
  let verb: String
  let limit: Duration
  let site: SourceLine

  init(_ verb: String, _ limit: Duration?, at site: SourceLine) {
    self.verb = verb
    self.limit = max(.zero, limit ?? TestScope.current?.patience ?? TestScope.usualPatience)
    self.site = site
  }

  /// Runs the checks after each call, until all of them are decided or the time is up.
  ///
  /// - Returns: The results of the last run.
  func checks(
    isolation: isolated (any Actor)? = #isolation, _ checks: () -> Void
  ) async throws -> [PendingCheck] {
    var latest = EventualChecks()
    // A scheduler detects when no call can follow, so the checks examine all calls.
    let isExact = CurrentScheduler.current != nil
    _ = try await CallSignal.find(within: limit, waitsUntilIdle: true) { signal in
      latest = EventualChecks(after: isExact ? nil : latest)
      EventualChecks.$current.withValue(latest, operation: checks)
      for fake in latest.results.compactMap(\.fake) { signal.listen(to: fake) }
      return latest.results.allSatisfy(\.result.isFinal) ? true : nil
    }
    let results = latest.results
    return results.isEmpty ? [PendingCheck(.noChecks(verb: verb), at: site)] : results
  }

  /// The text that follows a failure whose check did not hold in time.
  func text(held: [String]) -> String {
    (["", "`\(verb)` at \(site) waited \(lengthOfWait(limit))."] + heldLines(held))
      .joined(separator: "\n  ")
  }
}

/// The checks of one run of the closure of `eventually`.
final class EventualChecks: Sendable {
  @TaskLocal static var current: EventualChecks?

  private let pending = Captured<[PendingCheck]>([])
  /// The number of calls that each check has counted so far, at most the number that it expects.
  private let counts = Captured<[Int]>([])
  /// The same for the run before.
  private let earlierCounts: [Int]

  init(after earlier: EventualChecks? = nil) { earlierCounts = earlier?.counts.value ?? [] }

  var results: [PendingCheck] { pending.value }

  func add(_ check: PendingCheck) { pending.withValue { $0.append(check) } }

  /// Returns the indices of the calls of a fake that the checks so far leave out of `verifyNoMoreCalls`.
  func verifiedCalls(of fake: FakeInstance) -> Set<UInt64> {
    Set(results.flatMap { $0.result.verified.indices(of: fake) })
  }

  /// Returns a Boolean value that indicates whether a count holds, or held after an earlier call.
  ///
  /// Calls are counted one at a time, so a number that passed the expected one between two runs was equal to it.
  func isMet(_ count: CallCount, by matched: Int) -> Bool {
    counts.withValue { counts in
      let position = counts.count
      let earlier = earlierCounts.indices.contains(position) ? earlierCounts[position] : .max
      let wasMet = !count.allowsNone && earlier <= count.maximum && matched >= count.minimum
      let isMet = wasMet || count.allows(matched)
      counts.append(isMet ? min(matched, count.maximum) : matched)
      return isMet
    }
  }
}
