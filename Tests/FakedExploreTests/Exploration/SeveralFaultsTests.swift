import FakedExplore
import TestSupport
import Testing

/// Explorations in which several calls fail.
struct SeveralFaultsTests {
  @Test func aPairOfFaultsFindsMoreThanASingleFault() async throws {
    let scenario: @Sendable () async throws -> Void = {
      let depot = FakeDepot()
      let text = (try? depot.load("a")) ?? (try? depot.load("again"))
      #expect(text != nil)
    }
    #expect(try await exploreFaults(scenario).broken.isEmpty)
    let (report, failures) = try await explored { try await exploreFaults(faults: 2, scenario) }
    #expect(report.runs == 3)
    #expect(report.broken.first?.faultyCalls.map(\.number) == [1, 2])
    #expect(
      failures[0].text.withoutCallSites.contains(
        #"with call 1, FakeDepot.load("a"), failing with InjectedFault, and call 2, "#
          + #"FakeDepot.load("again"), failing with InjectedFault:"#))
  }

  @Test(arguments: [false, true])
  func threeConsecutiveFailuresFindABreakerThatStaysOpen(isCareful: Bool) async throws {
    let scenario: @Sendable () async throws -> Void = {
      let depot = FakeDepot()
      depot.when(\.load).thenReturn("a")
      let breaker = Breaker(depot: depot, isCareful: isCareful)
      for _ in 0..<3 { _ = await breaker.load() }
      let retried = [await breaker.load(), await breaker.load()]
      // After two more failures, the breaker may refuse both calls.
      let failures = depot.calls(to: \.load).dropFirst(3).filter { !$0.succeeded }
      #expect(retried.contains("a") || !failures.isEmpty)
    }
    #expect(try await exploreFaults(faults: 2, scenario).broken.isEmpty)
    let (report, _) = try await explored { try await exploreFaults(faults: 3, scenario) }
    #expect(report.isExhaustive)
    #expect(report.broken.map { $0.faultyCalls.map(\.number) } == (isCareful ? [] : [[1, 2, 3]]))
  }
}

/// A breaker that refuses calls after three failures in a row. The careful version tries every second call.
private actor Breaker {
  private let depot: FakeDepot
  private let isCareful: Bool
  private var failures = 0

  init(depot: FakeDepot, isCareful: Bool) {
    self.depot = depot
    self.isCareful = isCareful
  }

  func load() -> String? {
    if failures >= 3 {
      if isCareful { failures -= 1 }
      return nil
    }
    do {
      let text = try depot.load("a")
      failures = 0
      return text
    } catch {
      failures += 1
      return nil
    }
  }
}
