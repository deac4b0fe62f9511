import Faked

/// The result of an exploration.
public struct ExplorationReport: Sendable {
  /// A run in which an expectation failed, that threw an error of its own, or that did not end.
  public struct BrokenRun: Sendable {
    /// The failures, as strings.
    public let failures: [String]
    /// The calls that `exploreFaults` made fail in this run, with their errors, as strings.
    public var faults: [String] { faultyCalls.map(\.description) }
    /// The events of the run, in order, as strings. A long list is shortened. Empty for faults and results,
    /// which explore no orders.
    public internal(set) var events: [String] = []
    /// The text that repeats the order of this run: `exploreOrders(replaying: "…")`.
    public internal(set) var replay: String?
    package internal(set) var faultyCalls: [FaultyCall] = []
    /// The title of the run in the report.
    var title = ""
    /// More lines of the report, below the failures.
    var notes: [String] = []

    init(_ failures: [RunFailure]) { self.failures = failures.map(\.text) }
  }

  /// A call with a result that no expectation checks.
  package struct UncheckedResult: Sendable {
    /// The call: `FakeStore.load("b")`.
    let call: String
    /// The result, as text.
    let value: String
    /// The results that were returned instead, one run for each, as strings.
    package let tried: [String]
    /// The line that made the call, if it was captured.
    let site: CapturedSite?
  }

  /// The number of runs: orders, faults, points of cancellation, or results, and the runs without them.
  public internal(set) var runs: Int
  /// The number of runs that broke.
  public internal(set) var brokenCount = 0
  /// The simplest run for each way in which the scenario breaks, simplest first.
  public internal(set) var broken: [BrokenRun] = []
  /// A Boolean value that indicates whether every run up to the bounds was made, and everything was under control.
  public internal(set) var isComplete = true
  /// The reasons why the report is not complete, each with a way to fix it.
  public internal(set) var warnings: [String] = []
  /// The calls that `exploreFaults` can make fail, or whose results `exploreResults` can replace.
  public internal(set) var calls: [String] = []
  /// The results that no expectation checks, with their calls and the results that were tried instead, as strings.
  public var unchecked: [String] { uncheckedResults.map { $0.text() } }
  package internal(set) var uncheckedResults: [UncheckedResult] = []
  /// The first line, such as `12 orders, 3 broken, complete up to 2 preemptions.`
  var head = ""
  /// A sentence about the orders that break: ``All 8 orders that begin with `get`, `refresh` break.``
  var summary: String?
  /// The tree of the orders as an SVG document, if orders broke.
  package internal(set) var picture: String?
  /// The lines below the broken runs.
  var notes: [String] = []

  init(runs: Int) { self.runs = runs }

  /// The maximum number of broken runs, and of unchecked results, that the text of a report shows.
  static let maxShown = 20

  /// Adds a reason why the report is not complete.
  mutating func warn(_ warning: String) {
    isComplete = false
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// The advice for a scenario that differs from run to run.
  static let adviceForRepeating =
    "Create all state in the closure, and don't depend on the time, on random numbers, on the order of a `Set` or "
    + "`Dictionary`, or on work that the exploration doesn't control."

  /// Adds what the limit of runs left out.
  mutating func warn(ofLimit limit: Int, leavingOut rest: String) {
    warn("the limit of \(plural(limit, "run")) left out \(rest). Raise `limit:`.")
  }

  /// Adds the work that left the scheduler.
  ///
  /// - Parameters:
  ///   - departures: The functions that handed out work, with their callers.
  ///   - arrivals: The functions that continued elsewhere. Those that also handed out the work are not repeated.
  mutating func warn(
    ofWorkFrom departures: some Collection<[CodeAddress]>,
    backAt arrivals: some Collection<[CodeAddress]>
  ) {
    if departures.isEmpty && arrivals.isEmpty { return }
    let origins = Set(departures.compactMap { CallSite(outsideFakes: $0) })
    let functions = Set(origins.map(\.function))
    let others = arrivals.compactMap { CallSite(outsideFakes: $0) }.filter {
      !functions.contains($0.function)
    }
    let places = abridged(Set((origins + others).map(\.description)).sorted())
    let code = places.isEmpty ? "the scenario" : "the code at " + places.joined(separator: ", ")
    warn(
      "\(code) uses a queue, a timer, a thread, or another executor, which the scheduler doesn't control. "
        + "For a sleep, use a FakeClock; for a callback, call it in a `step`.")
  }

  /// Adds the tasks that a run left behind, and the work that left the scheduler.
  mutating func warn(of run: ScenarioRun) {
    warn(ofLeftoverTasks: run.reportedLeftovers)
    warn(ofWorkFrom: run.departures, backAt: run.arrivals)
  }

  /// Adds the tasks that had not ended when the scenario was over.
  mutating func warn(ofLeftoverTasks tasks: [LeftoverTask]) {
    for task in tasks {
      warn("when the scenario ends, \(task.description(doing: "has not ended")). \(task.fix)")
    }
  }

  /// A Boolean value that indicates whether the exploration fails its test.
  package var isFailure: Bool { brokenCount > 0 || !uncheckedResults.isEmpty }
}

extension ExplorationReport: CustomStringConvertible {
  /// The report as a failure of the test shows it.
  public var description: String {
    var runs = abridged(broken.lazy.map(\.text), to: Self.maxShown) {
      plural($0, "other failure")
    }
    if broken.count > Self.maxShown { runs[Self.maxShown] = "  " + runs[Self.maxShown] }
    let results = abridged(
      uncheckedResults.lazy.map { $0.text(site: $0.site?.site) }, to: Self.maxShown
    ) { plural($0, "more result") }.map { "  " + $0 }
    let summary = summary.map { ["  " + $0] } ?? []
    var lines = [head]
    for part in [summary, runs, results, notes] { lines += part }
    lines += warnings.map { "  Not complete: \($0)" }
    return lines.joined(separator: "\n")
  }
}

extension ExplorationReport.BrokenRun {
  fileprivate var text: String {
    let lines = events + failures + notes
    return (["  " + title + ":"] + lines.flatMap { $0.split(separator: "\n").map { "    " + $0 } })
      .joined(separator: "\n")
  }
}

extension ExplorationReport.UncheckedResult {
  fileprivate func text(site: CallSite? = nil) -> String {
    let place = site.map { calledAt($0) + "," } ?? ""
    return "no expectation checks what \(call)\(place) returns: the scenario still passes with "
      + "\(tried.joined(separator: " or ")) instead of \(value)"
  }
}
