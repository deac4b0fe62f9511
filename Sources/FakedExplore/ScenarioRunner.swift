import Faked

/// Runs the scenario of an exploration, each time with fresh fakes in a scope of their own.
package struct ScenarioRunner: Sendable {
  /// Runs a body, and notes the failures that a test framework sees meanwhile. What cannot be noted any
  /// more, because the run is over, is for the framework to report.
  package typealias Watch =
    @Sendable (
      _ note: @escaping @Sendable (_ failure: String) -> Bool,
      _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Void

  let scenario: @Sendable () async throws -> Void
  /// How long a run may take.
  let deadline: Duration
  let watch: Watch
  let reporter: TestScope.Reporter
  let alarm: Alarm

  package init(
    _ scenario: @escaping () async throws -> Void, deadline: Duration, watch: @escaping Watch,
    reporter: TestScope.Reporter
  ) {
    // The runs come one after the other, and whoever made the scenario waits for them.
    let scenario = UncheckedSendable(scenario)
    self.scenario = { try await scenario.value() }
    self.deadline = deadline
    self.watch = watch
    self.reporter = reporter
    alarm = Alarm(limit: min(deadline, Self.grace))
  }

  /// What one try came to.
  enum Try<Run> {
    case made(Run)
    /// Calls came in another order than was expected.
    case otherOrder(FakedError)
  }

  /// Repeats a run while its calls come in another order, as concurrent calls may; throws the error of that
  /// after 20 tries.
  static func untilInOrder<Run>(_ body: () async throws -> Try<Run>) async throws -> Run {
    var triesLeft = 20
    while true {
      triesLeft -= 1
      switch try await body() {
      case .made(let run): return run
      case .otherOrder(let error): if triesLeft == 0 { throw error }
      }
    }
  }

  /// How long a run that was cancelled is waited for, however short its deadline was.
  private static let grace = Duration.seconds(1)

  /// Runs the scenario once.
  ///
  /// A run past its deadline is cancelled; one that does not react to that is left behind. `settle` is a
  /// part of the run, after the scenario.
  func run(
    _ observer: any ExplorationRun, settle: @escaping @Sendable () async -> Void = {},
    start: (@escaping @Sendable () async -> Void) -> Task<Void, Never> = { body in
      Task { await body() }
    }
  ) async -> RunOutcome {
    let run = Run(observer: observer, scope: TestScope(of: observer, reporter: reporter))
    let task = start { [scenario, watch] in
      await run.play(scenario, watchedBy: watch)
      await settle()
      run.end.give(true)
    }
    alarm.set(after: deadline) { [alarm] in
      run.noteLate()
      run.stop(task)
      alarm.setAgain(after: Self.grace) { run.end.give(false) }
    }
    let hasEnded = await withTaskCancellationHandler {
      await run.end.value
    } onCancel: {
      run.stop(task)
    }
    alarm.clear()
    return run.outcome(hasEnded: hasEnded)
  }

  /// A run that is under way.
  private struct Run: Sendable {
    let observer: any ExplorationRun
    let scope: TestScope
    let end = OneTime<Bool>()
    private let notes = Locked(Notes())

    func play(
      _ scenario: @escaping @Sendable () async throws -> Void, watchedBy watch: Watch
    ) async {
      do {
        try await TestScope.$current.withValue(scope) {
          try await watch({ text in notes.withLock { $0.add(text) } }, scenario)
        }
      } catch {
        scope.sawError(error)
        notes.withLock { $0.thrown = error }
      }
    }

    /// Notes that it takes too long, and what waits at this time.
    func noteLate() {
      let waiting = scope.pendingCalls + observer.waitingSteps.map { "the step \"\($0)\"" }
      notes.withLock { notes in
        notes.wasLate = true
        notes.waiting = waiting
      }
    }

    func stop(_ task: Task<Void, Never>) {
      observer.stop()
      task.cancel()
    }

    func outcome(hasEnded: Bool) -> RunOutcome {
      let report = scope.end(isStrict: false)
      let noted = notes.withLock { notes in
        notes.isClosed = true
        return notes
      }
      return RunOutcome(
        failures: noted.failures + report.findings.map(\.text) + report.thrownMessages,
        thrown: noted.thrown,
        ending: !hasEnded ? .leftBehind : noted.wasLate ? .cancelled : .byItself,
        waiting: noted.waiting)
    }
  }

  private struct Notes {
    var failures: [String] = []
    var thrown: (any Error)?
    var wasLate = false
    var waiting: [String] = []
    var isClosed = false

    mutating func add(_ text: String) -> Bool {
      if !isClosed { failures.append(text) }
      return !isClosed
    }
  }
}

/// How one run of a scenario went.
struct RunOutcome: Sendable {
  enum Ending { case byItself, cancelled, leftBehind }

  let failures: [String]
  let thrown: (any Error)?
  let ending: Ending
  /// The calls and steps that waited when the time was over.
  let waiting: [String]

  /// What is wrong with the run; `expected` says of an error whether it was to be thrown.
  func flaws(deadline: Duration, expected: (any Error) -> Bool) -> [String] {
    let still =
      waiting.isEmpty
      ? "No call of its fakes and no step waits: see what else it awaits."
      : "Still waiting: \(listed(waiting, "call").joined(separator: ", "))."
    let late: [String] =
      switch ending {
      case .byItself: []
      case .cancelled:
        ["It did not end within \(deadline.formattedShort), and was cancelled. \(still)"]
      case .leftBehind:
        [
          "It did not end within \(deadline.formattedShort), nor when it was cancelled. \(still) "
            + "It was left behind, and no further run was made."
        ]
      }
    guard let thrown, ending == .byItself, !expected(thrown) else { return failures + late }
    // A text of the library is made to be read as it is.
    if case .invalidParameter(let text) = thrown as? FakedError { return failures + [text] }
    return failures + ["It threw \(readableError(thrown))."]
  }
}

extension TestScope.Finding {
  /// The message, with its line at the end of the first one.
  fileprivate var text: String {
    guard let site else { return message }
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    return "\(message[..<end]) (\(site))\(message[end...])"
  }
}

/// An error with its type: `StoreError.full`.
func readableError(_ error: any Error) -> String {
  let text = readable(error)
  return text.hasPrefix(".") ? "\(type(of: error))\(text)" : text
}
