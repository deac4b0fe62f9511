import FakedExplore
import TestSupport
import Testing

/// Fakes that the scenario did not create.
struct OutsideFakeTests {
  /// A fake of a suite whose tests have no scope.
  let depot = makeDepot()

  private static func makeDepot() -> FakeDepot {
    let depot = FakeDepot()
    depot.when(\.fetch).thenReturn("x")
    return depot
  }

  /// Calls a fake in an exploration, and expects its name in the report.
  private func expectName(
    of depot: FakeDepot, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let report = try await exploreOrders {
      async let first = depot.fetch("a")
      async let second = depot.fetch("b")
      _ = try await (first, second)
    }
    #expect(
      report.warnings.contains(
        "FakeDepot was called but was created outside the scenario, so its calls are not explored. Create it in the "
          + "closure."), "\(report)")
  }

  @Test func theWarningNamesAFakeOfTheScope() async throws {
    try await withFakedScope(.lenient) { try await expectName(of: Self.makeDepot()) }
  }

  @Test func theWarningNamesAFakeWithoutAScope() async throws { try await expectName(of: depot) }

  @Test(arguments: [false, true], [false, true])
  func aClockFromOutsideGetsAWarning(isOutside: Bool, advances: Bool) async throws {
    let clock = FakeClock()
    let (report, _) = try await explored {
      try await exploreOrders {
        let clock = isOutside ? clock : FakeClock()
        async let first: Void = step("a") {}
        async let second: Void =
          advances ? clock.advance(by: .seconds(1)) : clock.sleep(for: .seconds(1))
        _ = try await (first, second)
      }
    }
    let warning =
      "the scenario uses a FakeClock that was created outside of it, so its time continues from run to run. Create the clock in the closure."
    #expect(report.warnings.contains(warning) == isOutside)
  }

  @Test func everyExplorationWarnsAboutAFakeWithoutAScope() async throws {
    let scenario: @Sendable () async throws -> Void = { [depot] in
      let other = FakeDepot()
      other.when(\.fetch).thenReturn("y")
      _ = try? await depot.fetch("a")
      _ = try? await other.fetch("b")
    }
    let (faults, _) = try await explored { try await exploreFaults(scenario) }
    let (cancellations, _) = try await explored { try await exploreCancellations(scenario) }
    let (results, _) = try await explored { try await exploreResults(scenario) }
    for report in [faults, cancellations, results] {
      #expect(
        report.warnings.contains { $0.hasPrefix("FakeDepot was called but was created outside") })
    }
  }

  @Test func aFakeThatADetachedTaskCallsFirstIsExplored() async throws {
    let faults = try await exploreFaults {
      let closet = FakeCloset()
      _ = try? await Task.detached { try await closet.load() }.value
    }
    #expect(faults.calls == ["FakeCloset.load()"])
  }
}

/// A class without an `instanceId` joins a scope only when it is first used.
private final class FakeCloset: Faked, Sendable {
  let load: FunctionID<() -> Int, AsyncThrows> = "load()"
  func load() async throws -> Int { try await handleCall(\.load, default: 1) }
}
