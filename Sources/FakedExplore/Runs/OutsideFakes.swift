import Faked

/// The fakes of the test that the scenario did not make, and that an exploration therefore leaves alone.
struct OutsideFakes {
  private let scope = TestScope.current
  private let before: [ObjectIdentifier: UInt64]

  /// Notes the calls that the fakes of the test have received.
  init() { before = scope?.latestCalls ?? [:] }

  /// Warns of each of the fakes that the scenario has called.
  func warn(_ report: inout ExplorationReport) {
    guard let scope else { return }
    for name in scope.fakesCalled(since: before) {
      report.warn(
        "\(name) was called, but made outside of the scenario, so its calls are not explored. Make it in the "
          + "closure.")
    }
  }
}
