import Faked

/// The scenario of an exploration, and the way in which its failures are collected.
package struct Scenario: Sendable {
  /// Runs a body and collects the failures that a test framework sees while it runs.
  ///
  /// `collect` returns `false` for a failure after the end of the run, which the framework then reports.
  package typealias Watch =
    @Sendable (
      _ collect: @escaping @Sendable (_ failure: RunFailure) -> Bool,
      _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Void

  /// The name of the exploration.
  package let name: String
  /// The line of the exploration.
  package let site: SourceLine
  /// The time to wait for work outside of the scheduler, after some has come from there.
  let patience: Duration
  /// The test of the exploration, for the message about a job that never ends.
  let owner: String
  let body: @Sendable () async throws -> Void
  /// A Boolean value that indicates whether the test framework doesn't see the failures of a run.
  let takesFailuresBack: Bool
  fileprivate let watch: Watch
  fileprivate let reporter: TestScope.Reporter

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - name: The name of the exploration.
  ///   - site: The line of the exploration.
  ///   - patience: The time to wait for work outside of the scheduler, after some has come from there.
  ///   - takesFailuresBack: Pass `false` if the test framework records the failures of the runs.
  ///   - watch: Runs a body and collects its failures.
  ///   - reporter: Reports failures after the end of a run to the test.
  ///   - body: The code of the scenario.
  package init(
    of name: String, at site: SourceLine, patience: Duration, takesFailuresBack: Bool = true,
    watch: @escaping Watch, reporter: TestScope.Reporter, _ body: @escaping () async throws -> Void
  ) {
    self.name = name
    self.site = site
    self.patience = patience
    owner = "\(TestScope.current?.name ?? "the exploration") (\(site))"
    // The runs follow one another, and the caller waits for them.
    let body = UncheckedSendable(body)
    self.body = { try await body.value() }
    self.takesFailuresBack = takesFailuresBack
    self.watch = watch
    self.reporter = reporter
  }

  /// Runs the scenario once, with fresh fakes in a scope of its own.
  ///
  /// - Throws: `CancellationError` if the task is canceled before the run begins, and the error of an unsupported system.
  func run(
    by guide: Guide, _ settings: Scheduler.Settings, _ calls: RunCalls
  ) async throws -> Outcome {
    let scope = TestScope(of: calls, reporter: reporter)
    // `nil` after the run.
    let collected = Locked<[RunFailure]?>([])
    let thrown = Locked<(any Error)?>(nil)
    let run = try await ScenarioRun.guided(by: guide, settings) {
      Scheduler.current?.scope = scope
      do {
        try await TestScope.$current.withValue(scope) {
          try await watch(
            { failure in
              scope.isOfStoppedRun || collected.withLock { $0?.append(failure) != nil }
            }, body)
        }
      } catch {
        scope.sawError(error)
        _ = thrown.replace(by: error)
      }
    }
    // The end of the scope forgets the calls.
    let endedTasks = run.ending == .stuck ? calls.errorsThatEndedTasks(run) : []
    let report = scope.end(isStrict: false)
    var failures = (collected.replace(by: nil) ?? []) + report.failures.map(RunFailure.init)
    failures += report.thrownMessages.map { RunFailure($0) }
    let error = thrown.withLock { $0 }
    if let error, !run.ending.stopsScenario, !calls.expects(error) {
      let failure = RunFailure(throwing: error)
      if !failures.contains(where: { $0.text == failure.text }) { failures.append(failure) }
    }
    if run.ending != .completed {
      failures.insert(
        RunFailure(unfinished: run, endedTasks),
        at: run.ending.stopsScenario ? 0 : failures.endIndex)
    }
    return Outcome(run: run, failures: failures, hasThrown: error != nil, calls: calls.end())
  }
}

/// The outcome of one run of a scenario.
struct Outcome: Sendable {
  var run: ScenarioRun
  /// The failures. Empty if the run passed.
  let failures: [RunFailure]
  /// A Boolean value that indicates whether the scenario ended by throwing.
  let hasThrown: Bool
  let calls: RunCalls.Facts

  var isFailure: Bool { !failures.isEmpty }

  /// The way in which the run failed: the checks, the calls that failed, and the ways in which canceled calls ended.
  var failure: Set<RunFailure.Kind> {
    let endings = run.choices.filter { $0.kind == .ending && $0.chosen > 0 }
    return Set(
      failures.map(\.kind) + calls.faultyCalls.map { .other($0.description) }
        + endings.map { .other("ending \($0.chosen) of \($0.count)") })
  }

  /// Returns a Boolean value that indicates whether an order has fewer changes, or is shorter, than another.
  func isSimpler(than other: Self) -> Bool {
    complexity.lexicographicallyPrecedes(other.complexity)
  }

  private var complexity: [Int] {
    [run.choices.costs.total, run.log.changes.count, run.stepCount]
  }
}

/// A failure of one run of a scenario.
package struct RunFailure: Sendable {
  /// The check or the event that failed, whatever its values were.
  ///
  /// Runs that fail in the same way have the same kinds of failures.
  enum Kind: Hashable, Sendable {
    /// A check at a line.
    case check(file: String, line: Int)
    /// A run that did not come to its end.
    case unfinished(RunEnding)
    /// Any other failure.
    case other(String)
  }

  package let text: String
  let kind: Kind

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - text: The message, with the line.
  ///   - line: The file and line of the check. `nil` if they are not known.
  package init(_ text: String, at line: (file: String, line: Int)? = nil) {
    self.text = text
    kind = line.map { .check(file: $0.file, line: $0.line) } ?? .other(text)
  }

  /// Creates a failure of the scope of a run.
  init(_ failure: ScopeFailure) {
    guard let site = failure.site else {
      self.init(failure.message)
      return
    }
    // The line belongs to the end of the first line of the message.
    let message = failure.message
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    self.init(
      "\(message[..<end]) (\(site))\(message[end...])", at: ("\(site.fileID)", Int(site.line)))
  }

  /// Creates the failure of a scenario that threw an error.
  init(throwing error: any Error) {
    // The description of an error of the library is a complete message.
    let isOwn = error is FakedError
    text = isOwn ? "\(error)" : "The scenario threw \(readableError(error))."
    // The code is the number of the case of an enumeration. Its values, such as dates, may differ from run to run.
    kind = .other(isOwn ? text : "\(type(of: error)) \(error._code)")
  }

  /// Creates the failure of a run that did not come to its end.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - endedTasks: The tasks that may have ended by throwing, one line each.
  init(unfinished run: ScenarioRun, _ endedTasks: [String]) {
    kind = .unfinished(run.ending)
    let text = run.endingText(of: "scenario", after: Scheduler.Settings().steps)
    self.text = ([text] + endedTasks).joined(separator: "\n  ")
  }
}

extension ScenarioRun {
  /// Describes an ending other than `completed`, with one line for each task.
  ///
  /// - Parameters:
  ///   - whole: The code that ran: `scenario` or `test`.
  ///   - limit: The largest number of steps.
  func endingText(of whole: String, after limit: Int) -> String {
    let head =
      switch ending {
      case .completed, .stuck:
        "The \(whole) waits for something that can no longer happen: no task can run."
      case .tooManySteps:
        "The \(whole) was stopped after \(grouped(limit)) events without a pause."
      case .leftoversNeverWait:
        "Tasks were still running when the \(whole) ended. They never wait, so they were stopped."
      }
    let verb = ending == .stuck ? "waits" : "runs"
    var lines = abridged(leftoverTasks.map { $0.description(doing: $0.isReady ? verb : "waits") })
    if ending == .tooManySteps {
      lines += [
        "The loop of a canceled task must check `Task.isCancelled`, or use `try` instead of `try?`.",
        "A loop that waits for a time must read it from a `FakeClock`.",
        "Beside a task that sleeps in a loop, use `clock.advance(by:)` instead of `clock.run()`.",
      ]
    }
    return ([head] + lines).joined(separator: "\n  ")
  }
}

/// Returns an error with its type: `StoreError.full`.
func readableError(_ error: any Error) -> String {
  let text = readable(error)
  return text.hasPrefix(".") ? "\(type(of: error))\(text)" : text
}
