import Faked
import FakedReplay
import Foundation
import TestSupport
import Testing

@Suite struct DriftTests {
  let folder = TemporaryFolder()

  private static let bern = #"FakeWeather.forecast(for: "Bern", days: 2) → "#

  @Test(
    arguments: [
      ("", "", []), ("\"high\" : 20", "\"high\" : 19", []),
      (
        "\"high\" : 20", "\"high\" : \"20\"",
        [bern + "days[0].high: was a string, is a number"]
      ),
      (
        "\"high\" : 21", "\"low\" : 21",
        [
          bern + "days[1].high: was missing, is a number",
          bern + "days[1].low: was a number, is missing",
        ]
      ),
      (
        "unknownCity", "offline",
        [
          #"FakeWeather.check("") → WeatherError: was "offline", is "unknownCity""#
        ]
      ),
      ("\"Bern\",\n        2", "\"Bern\",\n        3", [bern + "is not in the recording"]),
    ] as [(String, String, [String])])
  func changesAreNamed(
    real: String, recorded: String, changes: [String]
  ) async throws {
    func body(_ real: Weather) async throws {
      let fake = FakeWeather(real)
      _ = try? await fake.forecast(for: "Bern", days: 2)
      try? fake.check("")
      #expect(real.calls.value == 2)
    }
    _ = await recording(folder, mode: .all) { try await body(Weather()) }
    try folder.replace(real, by: recorded)
    let before = folder.text()
    let run = await recording(folder, mode: .check) { () async throws in
      try await body(Weather())
    }
    #expect(folder.text() == before)
    let text = """
      Recordings/test.json has drifted from the real implementation:
        \(changes.joined(separator: "\n  "))
        Record all calls again: FAKED_RECORD=all swift test --filter a
      """
    #expect(run.failures == (changes.isEmpty ? [] : [text]))
  }

  @Test func anUnreachableServerIsNotDrift() async throws {
    _ = await recording(folder, mode: .all) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Bern", days: 1)
    }
    let run = await recording(folder, mode: .check) { () async throws in
      #expect(try await FakeWeather(.unreachable).forecast(for: "Bern", days: 1).city == "Bern")
    }
    #expect(
      run.failures == [
        """
        A part of Recordings/test.json was not checked: the real implementation could not be reached:
          FakeWeather.forecast(for: "Bern", days: 1) → URLError -1009
          Try again later: FAKED_RECORD=check swift test --filter a
        """
      ])
  }
}
