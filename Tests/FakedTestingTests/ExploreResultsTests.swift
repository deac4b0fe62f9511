import FakedTesting
import TestSupport
import Testing

/// What a test is worth: which results may be others without an expectation noticing.
struct ExploreResultsTests {
  @Test func aResultThatNoExpectationDependsOnIsTold() async throws {
    let line = #line + 2
    let (report, failures) = try await explored {
      try await exploreResults {
        let depot = FakeDepot()
        let first = try depot.load("a")
        _ = try depot.load("b")
        #expect(first == "a")
      }
    }
    #expect(report.calls == [#"FakeDepot.load("a")"#, #"FakeDepot.load("b")"#])
    #expect(report.unnoticed.map(\.call) == [#"FakeDepot.load("b")"#])
    #expect(report.runs == 4)
    #expect(
      failures == [
        ReportedFailure(
          text: """
            exploreResults: 4 runs: 2 results, 1 that no expectation depends on.
              no expectation depends on what FakeDepot.load("b") returned: "" and "other" did as well as "b"
            """, line: line)
      ])
  }

  @Test func everyCheckNotices() async throws {
    let report = try await exploreResults {
      let depot = FakeDepot()
      let text = try await depot.fetch("a")
      try #require(text == "a")
      if depot.size() != 1 { throw StoreError.full }
      let again = try depot.load("b")
      depot.when(\.put).thenReturn()
      try depot.put(again)
      depot.verify(\.put, with: "b")
    }
    #expect(report.unnoticed.isEmpty)
    #expect(report.calls.count == 3)
    #expect(report.vacuity == nil)
  }

  @Test func everyTypeHasItsOwnOtherValues() async throws {
    let shelf = Captured<[String: [String]]>([:])
    let (report, _) = try await explored {
      try await exploreResults {
        let fake = FakeShapes()
        _ = (fake.int(), fake.bool(), fake.text(), fake.maybe(), fake.none(), fake.list())
        _ = (fake.map(), fake.set(), fake.side(), fake.ratio(), fake.own())
      }
    }
    for result in report.unnoticed {
      let name = result.call.split(separator: ".")[1].dropLast(2)
      shelf.value[String(name)] = result.tried
    }
    #expect(
      shelf.value == [
        "int": ["0", "1"], "bool": ["false"], "text": [#""other""#], "maybe": ["nil", "0"],
        "none": [#""other""#], "list": ["[]"], "map": ["[:]"], "set": ["[]"], "side": [".right"],
        "ratio": ["0.0", "1.0"], "own": ["Own(number: 0)"],
      ])
  }

  @Test func theScenarioNamesOtherValues() async throws {
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

  @Test func nothingOfARunStays() async throws {
    let storage = FakeStorage()
    let lifetimes = Lifetimes()
    try await exploreResults {
      storage.mayReturn(\.send, Witness(lifetimes))
      storage.when(\.get) { $0 }
      try #require(storage.get("a") == "a")
    }
    #expect(lifetimes.living == 0)
  }

  @Test func aTypeWithoutAnotherValueIsNamed() async throws {
    let (report, failures) = try await explored {
      try await exploreResults {
        _ = FakeShapes().secret()
        _ = try FakeDepot().load("a")
      }
    }
    #expect(report.unaltered.count == 1)
    #expect(
      failures[0].text.hasSuffix(
        """

          not altered: FakeShapes.secret() returned Secret(), and Secret has no other value.
        """))
  }

  @Test func resultsThatCannotBeAlteredProveNothing() async throws {
    let (report, failures) = try await explored {
      try await exploreResults { _ = FakeShapes().secret() }
    }
    #expect(report.unnoticed.isEmpty)
    #expect(
      failures.map(\.text) == [
        "exploreResults proves nothing: no result has another value. FakeShapes.secret() returned "
          + "Secret(), and Secret has no other value. Write in the scenario: fake.mayReturn(\\.…, …)."
      ])
    let (none, _) = try await explored {
      try await exploreResults { try FakeDepot().put("a") }
    }
    #expect(none.vacuity == "no call of its fakes gives a value")
  }

  @Test func exemptFunctionsKeepTheirResults() async throws {
    let report = try await exploreResults {
      let depot = FakeDepot()
      depot.exempt(\.load)
      _ = try depot.load("a")
      let size = depot.size()
      #expect(size == 1)
    }
    #expect(report.calls == ["FakeDepot.size()"])
  }

  @Test func theDefaultOfAFakeIsAltered() async throws {
    let report = try await exploreResults {
      let count = try EmptyShelf().count()
      #expect(count == 3)
    }
    #expect(report.runs == 2)
  }

  @Test func aScenarioThatFailsByItselfIsNotAltered() async throws {
    let (report, failures) = try await explored {
      try await exploreResults {
        _ = FakeDepot().size()
        throw StoreError.full
      }
    }
    #expect(report.runs == 1)
    #expect(
      failures.map(\.text) == [
        """
        exploreResults: the scenario fails as it is, so no result was altered:
          It threw StoreError.full.
        """
      ])
  }

  @Test func aScenarioThatFailsBeforeItsFirstCallIsTold() async throws {
    let (_, failures) = try await explored {
      try await exploreResults { throw StoreError.full }
    }
    #expect(failures.first?.text.hasSuffix("\n  It threw StoreError.full.") == true)
  }

  @Test func callsByNameAreAlteredToValuesOfTheirType() async throws {
    let (report, _) = try await explored {
      try await exploreResults {
        let depot = FakeDepot()
        try depot.named("a")
        let shelf = NamedShelf()
        _ = (try shelf.count(), try shelf.title(), try shelf.place())
      }
    }
    #expect(
      report.unnoticed.map(\.tried) == [["0", "1"], [#""new""#], ["nil"]], "\(report)")
    #expect(report.runs == 5)
  }

  @Test func aResultThatVariesIsNotCalledTried() async throws {
    let runs = Captured(0)
    let (report, failures) = try await explored {
      try await exploreResults {
        runs.value += 1
        let depot = FakeDepot()
        let size = runs.value == 1 ? 7 : 0
        depot.when(\.sizeID) { size }
        _ = depot.size()
      }
    }
    #expect(report.unnoticed.isEmpty)
    #expect(report.untried == 1)
    #expect(
      failures.first?.text.hasSuffix(
        "\n  not tried: FakeDepot.size() returns other values from run to run.") == true)
  }

  @Test func scenariosThatCannotBeExploredAreRefused() async throws {
    let none = await refusal { try await exploreResults {} }
    #expect(none?.contains("saw no call of a fake.") == true)
    let limit = await refusal { try await exploreResults(limit: -1) { _ = FakeDepot().size() } }
    #expect(
      limit?.hasSuffix("cannot do with a limit of -1 runs. Write `limit:` with a number from 2.")
        == true)
    let runs = Captured(0)
    let other = await refusal {
      try await exploreResults {
        runs.value += 1
        let depot = FakeDepot()
        if runs.value == 1 { _ = depot.size() }
        _ = try depot.load("a")
      }
    }
    #expect(other?.contains("that differs from run to run: before FakeDepot.size() came") == true)
  }

  @Test func anotherCallInThePlaceOfTheAlteredOneIsRefused() async throws {
    let runs = Captured(0)
    let message = await refusal {
      try await exploreResults {
        let depot = FakeDepot()
        runs.value += 1
        for key in runs.value > 1 ? ["b", "a"] : ["a", "b"] { _ = try depot.load(key) }
      }
    }
    #expect(message?.contains(#"before FakeDepot.load("a") came other calls"#) == true)
    let report = try await exploreResults {
      runs.value += 1
      let text = try FakeDepot().load("\(runs.value)")
      if text != "\(runs.value)" { throw StoreError.full }
    }
    #expect(report.runs == 2)
  }

  @Test func aResultThatIsNotAlteredIsToldWhereNothingFails() async throws {
    let (_, failures) = try await explored {
      try await exploreResults {
        _ = FakeShapes().secret()
        let size = FakeDepot().size()
        #expect(size == 1)
      }
    }
    #expect(
      failures.map(\.text) == [
        "exploreResults is incomplete: FakeShapes.secret() returned Secret(), and Secret has no other "
          + "value. Write in the scenario: fake.mayReturn(\\.…, …)."
      ])
  }

  @Test func theLimitIsReported() async throws {
    let (report, failures) = try await explored {
      try await exploreResults(limit: 2) {
        let depot = FakeDepot()
        let both = (depot.size(), depot.size())
        #expect(both == (1, 1))
      }
    }
    #expect(report.untried == 1)
    #expect(failures[0].text.hasSuffix("\n  1 result not tried: see `limit:`."))
  }
}

private enum Side: CaseIterable { case left, right }
private struct Secret {}
private struct Own: FakedDefault, Equatable {
  var number: Int
  static var fakedDefault: Own { Own(number: 0) }
}

private struct EmptyShelf: Faked {
  let instanceId = FakeInstance()
  let countID: FunctionID<() -> Int, Throws> = "count"
  func count() throws -> Int { try handleCall(\.countID, default: 3) }
}

private struct NamedShelf: Faked {
  let instanceId = FakeInstance()
  let countID = "count"
  let titleID = "title"
  let placeID = "place"

  init() {
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

private struct FakeShapes: Faked {
  let instanceId = FakeInstance()
  struct IDs: Sendable {
    let int: FunctionID<() -> Int, Returns> = "int"
    let bool: FunctionID<() -> Bool, Returns> = "bool"
    let text: FunctionID<() -> String, Returns> = "text"
    let maybe: FunctionID<() -> Int?, Returns> = "maybe"
    let none: FunctionID<() -> String?, Returns> = "none"
    let list: FunctionID<() -> [Int], Returns> = "list"
    let map: FunctionID<() -> [String: Int], Returns> = "map"
    let set: FunctionID<() -> Set<Int>, Returns> = "set"
    let side: FunctionID<() -> Side, Returns> = "side"
    let ratio: FunctionID<() -> Double, Returns> = "ratio"
    let own: FunctionID<() -> Own, Returns> = "own"
    let secret: FunctionID<() -> Secret, Returns> = "secret"
  }
  let id = IDs()
  func int() -> Int { handleCall(\.id.int, default: 7) }
  func bool() -> Bool { handleCall(\.id.bool, default: true) }
  func text() -> String { handleCall(\.id.text, default: "") }
  func maybe() -> Int? { handleCall(\.id.maybe, default: 1) }
  func none() -> String? { handleCall(\.id.none, default: nil) }
  func list() -> [Int] { handleCall(\.id.list, default: [1]) }
  func map() -> [String: Int] { handleCall(\.id.map, default: ["a": 1]) }
  func set() -> Set<Int> { handleCall(\.id.set, default: [1]) }
  func side() -> Side { handleCall(\.id.side, default: .left) }
  func ratio() -> Double { handleCall(\.id.ratio, default: 0.5) }
  func own() -> Own { handleCall(\.id.own, default: Own(number: 3)) }
  func secret() -> Secret { handleCall(\.id.secret, default: Secret()) }
}
