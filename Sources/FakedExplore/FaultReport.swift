import Faked

/// What `exploreFaults` found.
public struct FaultReport: Sendable {
  /// The fallible calls of the scenario in order, as they are written: `FakeStorage.set("token", "new")`.
  public let calls: [String]
  /// How often the scenario ran, the two runs without a fault included; a run is not counted that was made
  /// again, since calls came in another order.
  public let runs: Int
  /// The runs with a fault, in order; the run without one too, where that failed.
  public let faultyRuns: [FaultyRun]
  /// How many faults were not tried, because of the limit or because a run had to be left behind.
  public let untried: Int
  /// Why the runs prove nothing, if they do not: no call can fail.
  public let vacuity: String?
  /// Whether a run did not end, so that no other was made.
  let wasLeftBehind: Bool

  /// The runs in which an expectation failed, that ended with an error of their own, or not at all.
  public var broken: [FaultyRun] { faultyRuns.filter { !$0.failures.isEmpty } }
}

/// A run of a scenario in which calls were made to fail.
public struct FaultyRun: Sendable {
  /// The calls that failed: one, or a pair.
  public internal(set) var faults: [FaultyCall]
  /// What broke, as texts; empty when the scenario took the fault well.
  public let failures: [String]
  /// The calls that the scenario makes without the fault and did not make with it.
  public let unreached: [String]
}

extension FaultReport: CustomStringConvertible {
  /// The report as a failure of the test shows it.
  public var description: String {
    let count = faultyRuns.filter { !$0.faults.isEmpty }.count
    let head =
      "\(plural(runs, "run")): \(plural(calls.count, "fallible call")), \(plural(count, "run")) with faults, "
      + "\(broken.count) broken."
    let texts = listed(broken.map(\.description), "broken run")
    return ([head] + texts + (untried == 0 ? [] : [untriedText])).joined(separator: "\n")
  }

  private var untriedText: String {
    "  \(plural(untried, "fault")) not tried: "
      + (wasLeftBehind ? "a run was left behind." : "see `limit:`.")
  }
}

extension FaultyRun: CustomStringConvertible {
  /// As in `with call 3, FakeStorage.set("token", "new"), failing with StoreError.full:` and what broke.
  public var description: String {
    let calls = faults.map(\.description).joined(separator: ", and ")
    let head = faults.isEmpty ? "without any fault" : "with \(calls)"
    let missing =
      unreached.isEmpty ? [] : ["never reached: " + unreached.joined(separator: ", ")]
    let lines = (failures + missing).flatMap { $0.split(separator: "\n") }
    return "  \(head):" + lines.map { "\n    " + $0 }.joined()
  }
}

/// As many texts as a person reads, and how many are left.
func listed(_ texts: [String], _ thing: String) -> [String] {
  let most = 20
  let left = texts.count - most
  return texts.prefix(most) + (left > 0 ? ["  … and \(plural(left, "more \(thing)"))"] : [])
}
