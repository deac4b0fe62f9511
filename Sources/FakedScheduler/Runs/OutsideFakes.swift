import Faked

/// The fakes and clocks that the scenario did not make, and that an exploration therefore leaves alone.
struct OutsideFakes {
  private let scope = TestScope.current
  /// The calls of fakes without a scope.
  private let calls: OutsideCalls
  private let before: [ObjectIdentifier: UInt64]

  /// Records the calls that the fakes of the test have received.
  init(_ scenario: Scenario) {
    calls = scenario.outsideCalls
    before = scope?.latestCalls ?? [:]
  }

  /// Adds a warning for each of these fakes that the scenario has called, and for the clocks.
  func warn(_ report: inout ExplorationReport) {
    let members = scope?.fakesCalled(since: before) ?? []
    for name in Set(members + calls.fakes).sorted() {
      report.warn(
        "\(name) was called but was created outside the scenario, so its calls are not explored. Create it in the "
          + "closure.")
    }
    if calls.sawClock {
      report.warn(
        "the scenario uses a FakeClock that was created outside of it, so its time continues from run to run. Create "
          + "the clock in the closure."
      )
    }
  }
}
