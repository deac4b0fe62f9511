import Faked
import FakedExplore
import TestSupport
import Testing

/// Tests of `exploreResults`, which finds results that no expectation checks.
struct ExploreResultsTests {
  @Test func aResultThatNoExpectationChecksIsReported() async throws {
    let line = #line + 2
    let (_, failures) = try await explored {
      try await exploreResults {
        let depot = FakeDepot()
        let first = try depot.load("a")
        _ = try depot.load("b")
        #expect(first == "a")
      }
    }
    if CallSiteTable.hasLines {
      #expect(failures[0].text.contains(", called at ExploreResultsTests.swift:\(line + 3) in "))
    }
    #expect(
      failures.map { ReportedFailure(text: $0.text.withoutCallSites, line: $0.line) } == [
        ReportedFailure(
          text: """
            exploreResults: 4 runs: 2 results, 1 that no expectation checks.
              no expectation checks what FakeDepot.load("b") returns: the scenario still passes with "" or \
            "other" instead of "b"
            """, line: line)
      ])
  }

  @Test func everyKindOfCheckDetectsOtherResults() async throws {
    let report = try await exploreResults {
      let depot = FakeDepot()
      let text = try await depot.fetch("a")
      try #require(text == "a")
      if depot.size() != 1 { throw StoreError.full }
      let again = try depot.load("b")
      try depot.put(again)
      depot.verify(\.put, with: "b")
    }
    #expect(report.unchecked.isEmpty)
    #expect(report.calls.count == 3)
    #expect(report.isExhaustive)
  }

  /// The values that a result of a type was replaced by.
  private func others<Value: Sendable>(than value: Value) async throws -> [String] {
    let (report, _) = try await explored {
      try await exploreResults { _ = FakeBox(value: value).get() }
    }
    return report.uncheckedResults.flatMap(\.others)
  }

  @Test func alternativeValuesDependOnTheType() async throws {
    let found = [
      try await others(than: 7), try await others(than: true), try await others(than: ""),
      try await others(than: 1 as Int?), try await others(than: nil as String?),
      try await others(than: [1]), try await others(than: ["a": 1]),
      try await others(than: [1] as Set), try await others(than: Side.left),
      try await others(than: 0.5), try await others(than: Own(number: 3)),
      try await others(than: Level.high), try await others(than: (1, "a")),
      try await others(than: nil as Own?), try await others(than: Level.high as Level?),
      try await others(than: Own(number: 3) as any FakedDefault & Sendable),
      try await others(than: (1, "a") as (Int, String)?),
    ]
    #expect(
      found == [
        ["0", "1"], ["false"], [#""other""#], ["nil", "0"], [#""""#, #""other""#], ["[]"], ["[:]"],
        ["[]"],
        [".right"], ["0.0", "1.0"], ["Own(number: 0)"], [".middle", ".low"],
        [], ["Own(number: 0)"], ["nil", ".middle", ".low"],
        ["Own(number: 0)"], ["nil"],
      ])
  }

  @Test func theScenarioSuppliesAlternativeValues() async throws {
    let seen = Captured<[String]>([])
    try await exploreResults {
      let depot = FakeDepot()
      depot.mayReturn(\.load, "a", "x", "y")
      let text = try depot.load("a")
      seen.withValue { $0.append(text) }
      if text == "y" { throw StoreError.full }
    }
    #expect(seen.value == ["a", "x", "y"])
  }

  @Test(.enabled(if: Toolchain.hasIssueSeverity && !TestFramework.dropsWarnings))
  func theReportNamesAResultForWhichOnlyNilIsTried() async throws {
    let (report, failures) = try await explored {
      try await exploreResults {
        let secret = FakeBox<Secret?>(value: Secret())
        #expect(secret.get() != nil)
        let size = FakeBox<Int?>(value: 7)
        #expect(size.get() == 7)
        let key = FakeBox<Secret?>(value: Secret())
        key.mayReturn(\.getID, nil)
        #expect(key.get() != nil)
      }
    }
    #expect(report.warnings.count == 1 && !report.isExhaustive)
    #expect(
      failures.map(\.text) == [
        """
        exploreResults: 4 runs: 3 results, 0 that no expectation checks.
          Not exhaustive: Faked knows no other Secret? than nil and Secret(), which FakeBox<Secret?>.get returned. Name one in the scenario: fake.mayReturn(\\.…, …).
        """
      ])
  }

  @Test(arguments: [true, false])
  func aFailingScenarioIsNotExplored(isAfterACall: Bool) async throws {
    let (report, failures) = try await explored {
      try await exploreResults {
        if isAfterACall { _ = FakeDepot().size() }
        throw StoreError.full
      }
    }
    #expect(report.runs == 1)
    #expect(
      failures.map(\.text) == [
        """
        exploreResults: The scenario fails as it is, so no result was replaced.
          without a replaced result:
            The scenario threw StoreError.full.
        """
      ])
  }

  @Test func resultsOfCallsByNameKeepTheirType() async throws {
    let (report, _) = try await explored {
      try await exploreResults {
        let depot = FakeDepot()
        try depot.named("a")
        let shelf = NamedShelf()
        _ = (try shelf.count(), try shelf.title(), try shelf.place())
      }
    }
    #expect(
      report.uncheckedResults.map(\.others) == [["0", "1"], [#""new""#], ["nil"]], "\(report)")
    #expect(report.runs == 5)
  }

  @Test func aResultThatVariesIsNotReportedAsTried() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreResults {
        let depot = FakeDepot.varying(in: runs)
        _ = depot.size()
      }
    }
    #expect(report.unchecked.isEmpty)
    #expect(!report.isExhaustive)
    #expect(
      report.warnings == [
        """
        the calls before FakeDepot.size were not the same in two runs, so its result was not replaced. Create all \
        state in the closure, and don't depend on the time, on random numbers, on the order of a `Set` or \
        `Dictionary`, or on work that the exploration doesn't control.
        """
      ])
  }

  @Test func theLimitIsReported() async throws {
    let (report, _) = try await explored {
      try await exploreResults(limit: 2) {
        let depot = FakeDepot()
        let both = (depot.size(), depot.size())
        #expect(both == (1, 1))
      }
    }
    #expect(!report.isExhaustive)
    #expect(
      report.warnings == [
        "there are more than 2 runs. Raise `limit:`, set FAKED_ORDERS, or make the scenario smaller."
      ])
    // A result that was not tried is not reported as one that no expectation checks.
    #expect(report.uncheckedResults.isEmpty, "\(report)")
  }
}

enum Side: CaseIterable { case left, right }
enum Level: CaseIterable, FakedDefault {
  case low, middle, high
  static var fakedDefault: Level { .middle }
}
struct Secret {}
struct Own: FakedDefault, Equatable {
  var number: Int
  static var fakedDefault: Own { Own(number: 0) }
}

extension FakeDepot {
  /// Counts a run, and creates its depot, whose size is 7 in the first run and 0 in the others.
  static func varying(in runs: Captured<Int>) -> FakeDepot {
    runs.value += 1
    let size = runs.value == 1 ? 7 : 0
    let depot = FakeDepot()
    depot.when(\.sizeID) { size }
    return depot
  }
}

struct NamedShelf: Faked {
  let instanceId: FakeInstance
  let countID = "count"
  let titleID = "title"
  let placeID = "place"

  init(instanceId: FakeInstance = FakeInstance()) {
    self.instanceId = instanceId
    when(\.countID) { _, _ in 7 }
    when(\.titleID) { _, _ in "old" }
    when(\.placeID) { _, _ in 3 }
    mayReturn(\.titleID, "new")
    mayReturn(\.placeID, nil)
  }

  func count() throws -> Int { try handleCall(\.countID) }
  func title() throws -> String { try handleCall(\.titleID) }
  func place() throws -> Int? { try handleCall(\.placeID) }
}

struct FakeBox<Value: Sendable>: Faked {
  let instanceId = FakeInstance()
  let getID: FunctionID<() -> Value, Returns> = "get"
  let value: Value
  func get() -> Value { handleCall(\.getID, default: value) }
}
