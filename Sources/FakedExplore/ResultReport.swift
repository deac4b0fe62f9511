import Faked

/// What `exploreResults` found.
public struct ResultReport: Sendable {
  /// How often the scenario ran, the first run as it is included; a run is not counted that was made again,
  /// since calls came in another order.
  public internal(set) var runs: Int
  /// The calls that gave a value, in order, as they are written: `FakeStore.load("b")`.
  public let calls: [String]
  /// What broke the scenario as it is, as texts; then no result was altered.
  public let failures: [String]
  /// The calls whose result may be another without an expectation noticing.
  public internal(set) var unnoticed: [UnnoticedResult] = []
  /// The calls whose results have no other value, and why.
  public let unaltered: [String]
  /// How many results were not altered, or not in every way, because of the limit or because they vary from
  /// run to run.
  public internal(set) var untried = 0
  /// The calls among these whose results vary.
  var varied: [String] = []

  init(runs: Int, calls: [String], failures: [String], unaltered: [String]) {
    self.runs = runs
    self.calls = calls
    self.failures = failures
    self.unaltered = unaltered
  }

  /// Why the runs prove nothing, if they do not: no result can be altered.
  public var vacuity: String? {
    guard failures.isEmpty, calls.count == unaltered.count else { return nil }
    return calls.isEmpty
      ? "no call of its fakes gives a value" : "no result has another value. " + advice
  }

  /// The results that were not altered, if there are any, and what to do about it.
  package var doubt: String? { unaltered.isEmpty ? nil : advice + "." }

  private var advice: String {
    unaltered.joined(separator: "; ") + ". Write in the scenario: fake.mayReturn(\\.…, …)"
  }
}

/// A call whose result may be another without an expectation noticing.
public struct UnnoticedResult: Sendable {
  /// The call as it is written: `FakeStore.load("b")`.
  public let call: String
  /// What it returned, as text.
  public let value: String
  /// What it returned instead, in one run after the other, as texts.
  public let tried: [String]
}

extension ResultReport: CustomStringConvertible {
  /// The report as a failure of the test shows it.
  public var description: String {
    if !failures.isEmpty {
      let lines = failures.flatMap { $0.split(separator: "\n") }.map { "  " + $0 }
      let head = "the scenario fails as it is, so no result was altered:"
      return ([head] + lines).joined(separator: "\n")
    }
    let head =
      "\(plural(runs, "run")): \(plural(calls.count, "result")), \(unnoticed.count) that no "
      + "expectation depends on."
    let texts = unnoticed.map(\.description)
    let notes = unaltered.map { "  not altered: \($0)." }
    let variable = varied.map { "  not tried: \($0) returns other values from run to run." }
    let beyond = untried - varied.count
    let left = beyond == 0 ? [] : ["  \(plural(beyond, "result")) not tried: see `limit:`."]
    return
      ([head] + listed(texts, "result") + listed(notes, "result")
      + listed(variable, "result") + left)
      .joined(separator: "\n")
  }
}

extension UnnoticedResult: CustomStringConvertible {
  /// As in `no expectation depends on what FakeStore.load("b") returned: "" did as well as "two"`.
  public var description: String {
    "  no expectation depends on what \(call) returned: \(tried.joined(separator: " and ")) did as "
      + "well as \(value)"
  }
}
