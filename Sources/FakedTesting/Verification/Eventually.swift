/// Waits until all checks in the closure hold, and throws an error if they don't hold in time. Any fakes can be checked.
///
/// ```swift
/// try await eventually(within: .seconds(1)) {
///   library.verify(\.borrow, called: 2)
///   mailer.verify(\.send)
/// }
/// ```
///
/// The closure runs again after each call of its fakes, without polling, so it should contain only checks.
/// Earlier calls count too. A check that a later call could break (`.never`, `...2`, `verifyNoMoreCalls`) waits for the
/// whole time. Other checks end the wait as soon as they hold, even if another call follows. In a deterministic test,
/// the checks are exact: they run when nothing more can happen.
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
/// - Throws: If a check doesn't hold, an error that ends the test: `FakedError.missingCall` with the complete message or,
///   in a `.faked` test, an error after each failure was reported at its line. `CancellationError` if the task is
///   canceled.
public func eventually(
  within limit: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ checks: () -> Void
) async throws {
  let wait = EventualWait(limit, at: SourceLine(fileID, filePath, line, column))
  let results = try await wait.checks(checks)
  let texts = results.compactMap { $0.text(after: wait) }
  // A check that holds marks its calls.
  for check in results where texts.isEmpty || EventuallyError.isReported {
    check.report(after: wait)
  }
  if texts.isEmpty { return }
  if EventuallyError.isReported { throw EventuallyError(site: wait.site) }
  throw FakedError.missingCall(texts.joined(separator: "\n"))
}

/// Waits until a condition holds that is not about calls, and throws an error if it doesn't hold in time.
///
/// ```swift
/// library.when(\.find).thenReturn(["Emma"])
/// let shelf = Shelf(library: library)
/// let loading = Task { try await shelf.load() }
/// try await eventually("the books are loaded") { await shelf.books == ["Emma"] }
/// try await loading.value
/// ```
///
/// The condition is evaluated again and again, after pauses of 1 to 50 milliseconds. In a deterministic test, it is
/// evaluated when no task can run, and a last time when nothing more can happen.
///
/// See <doc:Verifying>.
///
/// - Parameters:
///   - description: The condition as a sentence, for the message.
///   - limit: The longest wait. Defaults to the patience of the scope, or 30 seconds outside a scope. In a
///     deterministic test, the wait ends as soon as no task can run.
///   - fileID: The file of the wait. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the wait.
///   - column: The column of that line.
///   - isolation: The actor on which the closure runs. Defaults to that of the caller.
///   - condition: Returns a Boolean value that indicates whether the condition holds.
/// - Throws: If the condition doesn't hold, an error that ends the test: `FakedError.assertionFailed` with the complete
///   message or, in a `.faked` test, an error after the failure was reported at this line. Every error of the condition.
///   `CancellationError` if the task is canceled.
public func eventually(
  _ description: String, within limit: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  let wait = EventualWait(limit, at: SourceLine(fileID, filePath, line, column))
  if try await wait.condition(condition) { return }
  let text = "The condition \"\(description)\" did not hold.\n  " + wait.text(held: [])
  guard EventuallyError.isReported else { throw FakedError.assertionFailed(text) }
  FailureReporter.report(text, at: wait.site, ownedBy: .ofTask)
  throw EventuallyError(site: wait.site)
}

/// The error that ends a test after the failures of `eventually` were reported.
struct EventuallyError: ReportedError {
  let site: SourceLine

  /// A Boolean value that indicates whether the trait of the test handles the error, so that the test has one failure.
  @TaskLocal static var isReported = false

  var description: String { "`eventually` at \(site) stopped the test. Its failure was reported." }
}

/// A wait for checks or for a condition.
struct EventualWait {
  let limit: Duration
  let site: SourceLine

  init(_ limit: Duration?, at site: SourceLine) {
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
    return results.isEmpty ? [PendingCheck(.noChecks(verb: "eventually"), at: site)] : results
  }

  /// Evaluates a condition until it holds or the time is up.
  func condition(
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
  ) async throws -> Bool {
    let scheduler = CurrentScheduler.current
    await scheduler?.untilIdle(isolation: isolation)
    if try await condition() { return true }
    if scheduler != nil {
      // Nothing is ever found, so the search ends when nothing more can happen.
      _ = try await CallSignal.find(within: limit, isolation: isolation) { _ in nil as Bool? }
      return try await condition()
    }
    let end = ContinuousClock.now.advanced(by: limit)
    var pause = Duration.milliseconds(1)
    while ContinuousClock.now < end {
      try await Task.sleep(for: pause)
      if try await condition() { return true }
      pause = min(pause * 2, .milliseconds(50))
    }
    return false
  }

  /// The text that follows a failure that did not pass in time.
  func text(held: [String]) -> String {
    (["`eventually` at \(site) waited \(lengthOfWait(limit))."] + heldLines(held))
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
    Set(results.flatMap { $0.result.verified?.indices(of: fake) ?? [] })
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
