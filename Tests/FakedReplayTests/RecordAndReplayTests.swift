import FakedExplore
import FakedReplay
import Foundation
import TestSupport
import Testing

@Suite struct RecordAndReplayTests {
  let folder = TemporaryFolder()

  @Test func everyKindOfFunctionIsRecorded() async {
    await folder.twice(errors: [.init(QuotaError.self)]) { (fake) async throws in
      let forecast = try await fake.forecast(for: "Zürich", days: 2)
      #expect(forecast.days == [Day(high: 20, sky: "clear"), Day(high: 21, sky: "clear")])
      #expect(fake.calls(to: \.forecast).first?.value == forecast)
      #expect(try fake.city(3) == "City 3")
      #expect(try fake.city(0) == nil)
      #expect(throws: QuotaError(left: -4)) { try fake.city(-4) }
      try fake.check("Bern")
      #expect(throws: WeatherError.unknownCity) { try fake.check("") }
      #expect(try await fake.load("Bern") == 4)
      await #expect(throws: WeatherError.offline) { try await fake.load("") }
      // A recorded date is exact to the millisecond.
      #expect(abs(fake.time().timeIntervalSinceReferenceDate - 7e8 - 0.123_456) < 0.001)
      #expect(try fake.named("abc") == 3)
      #expect(try await fake.namedAsync("abc") == ["abc"])
    }
  }

  @Test(arguments: 1...2) func theFileIsReadableAndStable(times: Int) async {
    for _ in 1..<times { await folder.twice { _ = try await $0.forecast(for: "", days: 3) } }
    await folder.passes(.all) { fake in
      _ = try await fake.forecast(for: "Zürich", days: 1)
      try? fake.check("")
      _ = fake.time()
    }
    #expect(
      folder.text() == """
        {
          "calls" : [
            {
              "arguments" : [
                "Zürich",
                1
              ],
              "function" : "FakeWeather.forecast(for:days:)",
              "returned" : {
                "city" : "Zürich",
                "days" : [
                  {
                    "high" : 20,
                    "sky" : "clear"
                  }
                ]
              }
            },
            {
              "arguments" : [
                ""
              ],
              "function" : "FakeWeather.check",
              "threw" : {
                "WeatherError" : "unknownCity"
              }
            },
            {
              "arguments" : [

              ],
              "function" : "FakeWeather.now",
              "returned" : "2023-03-08T20:26:40.123Z"
            }
          ],
          "format" : "Faked recording",
          "version" : 1
        }

        """)
    #expect(folder.names == ["test.json"])
  }

  @Test func equalCallsAreReplayedInOrder() async {
    let numbers = Captured(0)
    let real = Weather { city, _ in
      Forecast(city: "\(city) \(numbers.withValue { $0 += 1; return $0 })", days: [])
    }
    // Other calls may come in another order.
    for (mode, names, wanted) in [
      (.all, ["Bern", "Chur", "Bern"], ["Bern 1", "Chur 2", "Bern 3"]),
      (.none, ["Chur", "Bern", "Bern"], ["Chur 2", "Bern 1", "Bern 3"]),
    ] as [(RecordingMode, [String], [String])] {
      await folder.passes(mode, real: mode == .all ? real : nil) { fake in
        var cities: [String] = []
        for name in names { cities.append(try await fake.forecast(for: name, days: 1).city) }
        #expect(cities == wanted)
      }
    }
  }

  @Test func aStubRespondsBeforeTheRecordingAndIsNotRecorded() async {
    await folder.passes(.all) { (fake) async throws in
      fake.when(\.forecast, with: "Bern", 1).thenReturn(Forecast(city: "stubbed", days: []))
      #expect(try await fake.forecast(for: "Bern", days: 1).city == "stubbed")
      #expect(try await fake.forecast(for: "Chur", days: 1).city == "Chur")
      #expect(fake.real.calls.value == 1)
    }
    #expect(!folder.text().contains("Bern"))
  }

  @Test(arguments: [["days"], ["for", "days"]])
  func anArgumentCanBeLeftOutOfTheComparison(names: [String]) async {
    for (mode, days) in [(RecordingMode.all, 2), (.none, 7)] {
      let run = await recording(folder, mode: mode, ignoring: names) { () async throws in
        let fake = FakeWeather(mode == .all ? Weather() : .unreachable)
        let city = mode == .none && names.contains("for") ? "Chur" : "Bern"
        #expect(try await fake.forecast(for: city, days: days).days.count == 2)
        _ = try fake.city(1)
      }
      #expect(run.failures == [] && run.error == nil, "\(mode)")
    }
    let run = await recording(folder, mode: .none, ignoring: ["argument 1"]) { () async throws in
      #expect(try FakeWeather(.unreachable).city(9) == "City 1")
    }
    #expect(run.error == nil)
  }

  @Test func theMissingModeRecordsOnlyMissingCalls() async {
    let real = Weather()
    for city in ["Bern", "Chur"] {
      await folder.passes(.missing, real: real) { fake in
        _ = try await fake.forecast(for: "Bern", days: 1)
        _ = try await fake.forecast(for: city, days: 2)
      }
    }
    #expect(real.calls.value == 3)
    await folder.passes(.none) { fake in
      _ = try await fake.forecast(for: "Chur", days: 2)
      _ = try await fake.forecast(for: "Bern", days: 2)
    }
  }

  @Test func everyExplorationRunStartsTheRecordingAgain() async {
    await folder.twice { fake in
      let report = try await exploreFaults {
        let fake = FakeWeather(fake.real)
        _ = try? fake.named("ab")
        _ = try? await fake.forecast(for: "Bern", days: 1)
      }
      #expect(report.runs == 3)
      #expect(fake.real.calls.value <= 2)
    }
  }
}
