import Faked

extension CallSite {
  /// Finds the line of the user's code at which a suspended task continues.
  ///
  /// Costs some milliseconds for each address, so it is only done for a report.
  ///
  /// - Parameter addresses: The addresses at which the task and its callers continue, innermost first.
  init?(resumingAt addresses: [UInt]) {
    self.init(outsideFakes: addresses.map { CodeAddress(UInt64($0), .resumes) })
  }

  /// Finds the innermost line of the user's code that is not in a fake.
  ///
  /// - Parameter addresses: The addresses in the functions that call each other, innermost first.
  init?(outsideFakes addresses: [CodeAddress]) {
    self.init(firstOf: addresses, requiresLine: true) { !CalledFakes.include($0.name) }
  }
}

/// The types of the fakes that explorations have called. A report never names a line in their own functions.
enum CalledFakes {
  private static let names = Locked<[ObjectIdentifier: String]>([:])

  static func add(_ fake: Any.Type) {
    let id = ObjectIdentifier(fake)
    names.withLock { names in
      if names[id] == nil { names[id] = SymbolName.baseName(of: fake) }
    }
  }

  /// Returns a Boolean value that indicates whether a function belongs to a fake.
  fileprivate static func include(_ function: String) -> Bool {
    let function = SymbolName(function)
    return names.withLock { $0 }.values.contains(where: function.mentions)
  }
}

extension LeftoverTask {
  /// The line of the call for which the task waits, or at which it continues.
  package var place: CallSite? { site ?? CallSite(resumingAt: resumePoints) }

  /// The line at which the task waits, and the line that called its function: many tasks may wait for one lock. For a
  /// task that has not started, the line that created it.
  private var places: String? {
    guard let place else { return CallSite(outsideFakes: creators).map { "created at \($0)" } }
    let others = resumePoints.lazy.compactMap { CallSite(resumingAt: [$0]) }
    let caller = site == nil ? others.first { $0.function != place.function } : nil
    return place.description + (caller.map { ", called at \($0)" } ?? "")
  }

  /// The task and its wait: `task 1 waits until FakeDisk.write("Ada") returns (Editor.swift:12 in Editor.save())`.
  ///
  /// - Parameters:
  ///   - verb: What the task does if the library doesn't know its wait.
  ///   - name: The name of the task of the scenario itself. Defaults to `scenario`.
  package func description(doing verb: String, scenario name: String? = nil) -> String {
    let title = isScenario ? name ?? title : title
    let state = (isCancelled ? "is canceled, but still " : "") + (wait ?? verb)
    return "\(title) \(state)" + (places.map { " (\($0))" } ?? "")
  }
}

extension ScenarioRun {
  /// The failure of a run that did not end by itself.
  var unfinishedText: String {
    let (text, verb) =
      switch ending {
      case .completed: ("", "waits")
      case .stuck where hasWaitedForWorkOutside:
        (
          "No task can run. The work that the scheduler doesn't control did not resume any task before the deadline.",
          "waits"
        )
      case .stuck:
        ("The scenario waits for something that can no longer happen: no task can run.", "waits")
      case .tooManySteps:
        (
          "The run was stopped, because it had more than \(grouped(Scheduler.Limits().steps)) events. "
            + adviceForEndlessRun,
          "runs"
        )
      case .leftoversNeverWait:
        (
          "Tasks were still running when the scenario ended. They never wait, so they were stopped.",
          "runs"
        )
      }
    let tasks = abridged(leftoverTasks.map { $0.description(doing: $0.isReady ? verb : "waits") })
    return ([text] + tasks.map { "  " + $0 }).joined(separator: "\n")
  }

  private var adviceForEndlessRun: String {
    let ready = leftoverTasks.filter(\.isReady)
    if ready.isEmpty {
      return
        "At the end, nothing happened except sleeps. Check what the other tasks wait for. If one waits in "
        + "`clock.run()`, use `clock.advance(by:)`, because another task sleeps in a loop."
    }
    return ready.allSatisfy(\.isCancelled)
      ? "A canceled task continues its loop. Check `Task.isCancelled` in the loop, or write `try` instead of `try?`."
      : "If a loop waits for a time, let it read the time from a `FakeClock`. Otherwise, make the scenario smaller."
  }
}
