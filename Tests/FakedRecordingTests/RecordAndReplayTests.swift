import FakedRecording
import Foundation
import TestSupport
import Testing

@Suite struct RecordAndReplayTests {
  let folder = TemporaryFolder()

  /// Records what `body` does with the real thing, and replays it without one.
  private func twice(
    errors: [RecordedError] = [], isolation: isolated (any Actor)? = #isolation,
    _ body: (Weather) async throws -> Void
  ) async {
    let real = Weather()
    let first = await recording(folder, mode: .all, errors: errors) { try await body(real) }
    #expect(first.failures == [] && first.error == nil)
    let gone = Weather.unreachable
    let second = await recording(folder, mode: .none, errors: errors) { try await body(gone) }
    #expect(second.failures == [] && second.error == nil)
    #expect(gone.calls.value == 0)
  }

  @Test func whatTheRealThingAnsweredIsAnsweredWithoutIt() async {
    await twice { real in
      let fake = FakeWeather(real)
      let forecast = try await fake.forecast(for: "Zürich", days: 2)
      #expect(forecast.days == [Day(high: 20, sky: "clear"), Day(high: 21, sky: "clear")])
      #expect(fake.calls(to: \.forecast).first?.value == forecast)
    }
  }

  @Test func everyKindOfFunctionTakesPart() async {
    await twice(errors: [.init(QuotaError.self)]) { real in
      let fake = FakeWeather(real)
      #expect(try fake.city(3) == "City 3")
      #expect(try fake.city(0) == nil)
      #expect(throws: QuotaError(left: -4)) { try fake.city(-4) }
      try fake.check("Bern")
      #expect(throws: WeatherError.unknownCity) { try fake.check("") }
      #expect(try await fake.load("Bern") == 4)
      await #expect(throws: WeatherError.offline) { try await fake.load("") }
      #expect(fake.time() == Date(timeIntervalSinceReferenceDate: 7e8 + 0.123_456))
      #expect(try fake.named("abc") == 3)
      #expect(try await fake.namedAsync("abc") == ["abc"])
    }
  }

  @Test @MainActor func actorsAndMainActorFakesTakePart() async {
    for (mode, number) in [(RecordingMode.all, 1), (.none, 100)] {
      let run = await recording(folder, mode: mode) { () async throws in
        #expect(await FakeStation(Double(number) + 0.1).read(7) == 1.1)
        #expect(FakeScreen(number).titles(["ab", "c"]) == ["ab": 3, "c": 2])
      }
      #expect(run.failures == [])
    }
  }

  @Test func theFileIsWrittenToBeRead() async {
    let fake = FakeWeather(Weather())
    let run = await recording(folder, mode: .all, errors: [.init(QuotaError.self)]) {
      () async throws in
      let fake = FakeWeather(fake.real)
      _ = try await fake.forecast(for: "Zürich", days: 1)
      try? fake.check("")
      _ = fake.time()
    }
    #expect(run.failures == [])
    #expect(
      folder.text("test.json") == """
        {
          "format": "Faked recording",
          "version": 1,
          "calls": [
            {
              "function": "FakeWeather.forecast(for:days:)",
              "arguments": ["Zürich", 1],
              "returned": {
                "city": "Zürich",
                "days": [
                  {
                    "high": 20,
                    "sky": "clear"
                  }
                ]
              }
            },
            {
              "function": "FakeWeather.check",
              "arguments": [""],
              "threw": {
                "WeatherError": "unknownCity"
              }
            },
            {
              "function": "FakeWeather.now",
              "arguments": [],
              "returned": "2023-03-08T20:26:40.123456Z"
            }
          ]
        }

        """)
    #expect(folder.names == ["test.json"])
  }

  @Test func equalCallsAreAnsweredInOrder() async {
    let numbers = Captured(0)
    let real = Weather { city, _ in
      Forecast(city: "\(city) \(numbers.withValue { $0 += 1; return $0 })", days: [])
    }
    for mode in [RecordingMode.all, .none] {
      let run = await recording(folder, mode: mode) { () async throws in
        let fake = FakeWeather(real)
        #expect(try await fake.forecast(for: "Bern", days: 1).city == "Bern 1")
        #expect(try await fake.forecast(for: "Chur", days: 1).city == "Chur 2")
        #expect(try await fake.forecast(for: "Bern", days: 1).city == "Bern 3")
      }
      #expect(run.failures == [])
    }
    // Other calls may come in another order.
    _ = await recording(folder, mode: .none) { () async throws in
      let fake = FakeWeather(real)
      #expect(try await fake.forecast(for: "Chur", days: 1).city == "Chur 2")
      #expect(try await fake.forecast(for: "Bern", days: 1).city == "Bern 1")
    }
  }

  @Test func recordingAgainChangesNothingInTheFile() async {
    await twice { real in _ = try await FakeWeather(real).forecast(for: "Bern", days: 3) }
    let text = folder.text("test.json")
    await twice { real in _ = try await FakeWeather(real).forecast(for: "Bern", days: 3) }
    #expect(folder.text("test.json") == text)
  }

  @Test func aStubAnswersBeforeTheRecordingAndIsNotRecorded() async {
    let real = Weather()
    let run = await recording(folder, mode: .all) { () async throws in
      let fake = FakeWeather(real)
      fake.when(\.forecast, with: "Bern", 1).thenReturn(Forecast(city: "stubbed", days: []))
      #expect(try await fake.forecast(for: "Bern", days: 1).city == "stubbed")
      #expect(try await fake.forecast(for: "Chur", days: 1).city == "Chur")
    }
    #expect(run.failures == [])
    #expect(real.calls.value == 1)
    #expect(!folder.text("test.json").contains("Bern"))
  }

  @Test func missingRecordsWhatIsNotInTheFile() async {
    let real = Weather()
    for city in ["Bern", "Chur"] {
      let run = await recording(folder, mode: .missing) { () async throws in
        let fake = FakeWeather(real)
        _ = try await fake.forecast(for: "Bern", days: 1)
        _ = try await fake.forecast(for: city, days: 2)
      }
      #expect(run.failures == [])
    }
    #expect(real.calls.value == 3)
    let run = await recording(folder, mode: .none) { () async throws in
      let fake = FakeWeather(.unreachable)
      _ = try await fake.forecast(for: "Chur", days: 2)
      _ = try await fake.forecast(for: "Bern", days: 2)
    }
    #expect(run.failures == [] && run.error == nil)
  }

  @Test func aFakeThatWasMadeBeforeTakesPartInAPartOfItsScope() async throws {
    let real = Weather()
    try await withFakedScope {
      let fake = FakeWeather(real)
      let session = try RecordingSession(
        folder.file("part.json"), mode: .all, comparing: .shape, errors: [], test: "a()",
        owner: "part")
      FakedScope.current?.record(with: session.recorder)
      _ = try await fake.forecast(for: "Bern", days: 1)
      FakedScope.current?.record(with: nil)
      _ = try await fake.forecast(for: "Chur", days: 1)
      #expect(session.end(hasThrown: false) == [])
    }
    #expect(folder.text("part.json").contains("Bern"))
    #expect(!folder.text("part.json").contains("Chur"))
  }

  @Test func everyRunOfAnExplorationReadsTheRecordingFromItsStart() async {
    let real = Weather()
    for mode in [RecordingMode.all, .none] {
      let run = await recording(folder, mode: mode) { () async throws in
        let report = try await exploreFaults {
          let fake = FakeWeather(real)
          _ = try? fake.named("ab")
          _ = try? await fake.forecast(for: "Bern", days: 1)
        }
        #expect(report.runs == 4)
      }
      #expect(run.failures == [] && run.error == nil)
    }
    #expect(real.calls.value == 2)
  }

  @Test func callsFromManyTasksAreAllRecorded() async {
    for mode in [RecordingMode.all, .none] {
      let run = await recording(folder, mode: mode) { () async throws in
        let fake = FakeWeather(mode == .all ? Weather() : .unreachable)
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<200 {
            group.addTask {
              let forecast = try? await fake.forecast(for: "\(number % 50)", days: 1)
              #expect(forecast?.city == "\(number % 50)")
            }
          }
        }
      }
      #expect(run.failures == [])
    }
    #expect(folder.text("test.json").components(separatedBy: "\"function\"").count == 201)
  }

  @Test func aTaskThatTheTestLeftBehindNeverReachesTheRealThing() async throws {
    await twice { real in _ = try await FakeWeather(real).forecast(for: "Bern", days: 1) }
    let left = Captured<FakeWeather?>(nil)
    let run = await recording(folder, mode: .none) { () async throws in
      let fake = FakeWeather(.unreachable)
      left.value = fake
      _ = try await fake.forecast(for: "Bern", days: 1)
    }
    #expect(run.failures == [])
    let fake = try #require(left.value)
    await #expect(throws: FakedError.self) { try await fake.forecast(for: "Bern", days: 1) }
    #expect(fake.real.calls.value == 0)
  }
}
