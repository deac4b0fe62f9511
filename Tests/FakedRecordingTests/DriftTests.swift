import FakedRecording
import Foundation
import TestSupport
import Testing

@Suite struct DriftTests {
  let folder = TemporaryFolder()

  private func check(
    _ comparing: RecordingComparison = .shape, _ change: (String) -> String
  ) async throws -> RecordingRun {
    _ = await recording(folder, mode: .all) { try await self.body(Weather()) }
    try folder.write(change(folder.text("test.json")), to: "test.json")
    let before = folder.text("test.json")
    let run = await recording(folder, mode: .check, comparing: comparing) { () async throws in
      try await self.body(Weather())
    }
    #expect(folder.text("test.json") == before)
    return run
  }

  private func body(_ real: Weather) async throws {
    let fake = FakeWeather(real)
    _ = try? await fake.forecast(for: "Bern", days: 2)
    try? fake.check("")
    #expect(real.calls.value == 2)
  }

  @Test func whatIsTheSameIsNoDrift() async throws {
    #expect(try await check { $0 }.failures == [])
    #expect(try await check(.value) { $0 }.failures == [])
  }

  @Test func anotherTypeReadsLikeAReview() async throws {
    let run = try await check {
      $0.replacingOccurrences(of: "\"high\": 20", with: "\"high\": \"20\"")
    }
    #expect(
      run.failures == [
        """
        Recordings/test.json has drifted from the real thing:
          FakeWeather.forecast(for: "Bern", days: 2) → days[0].high: was a string, is a number
          Record it anew: FAKED_RECORD=all swift test --filter a
        """
      ])
  }

  @Test(
    arguments: [
      (.shape, "\"sky\"", "\"heaven\"", ["days[0].heaven: was a string, is missing"]),
      (.shape, "\"sky\"", "\"heaven\"", ["days[1].sky: was missing, is a string"]),
      (.value, "\"high\": 20", "\"high\": 19", ["→ days[0].high: was 19, is 20"]),
      (.shape, "\"high\": 20", "\"high\": 19", []),
      (
        .shape, "unknownCity", "offline",
        [
          """
          FakeWeather.check("") → threw WeatherError "offline", throws WeatherError "unknownCity"
          """
        ]
      ),
      (
        .shape, "\"Bern\", 2", "\"Bern\", 3",
        ["FakeWeather.forecast(for: \"Bern\", days: 2) → is not in the recording"]
      ),
    ] as [(RecordingComparison, String, String, [String])])
  func whatChangedIsNamed(
    comparing: RecordingComparison, real: String, recorded: String, changes: [String]
  ) async throws {
    let run = try await check(comparing) {
      $0.replacingOccurrences(of: real, with: recorded)
    }
    #expect(changes.filter { run.failures.first?.contains($0) != true } == [])
    #expect(run.failures.isEmpty == changes.isEmpty)
  }

  @Test func whatCanNoLongerBeReadIsDrift() async throws {
    func time() async throws { _ = FakeWeather(Weather()).time() }
    _ = await recording(folder, mode: .all) { try await time() }
    let text = folder.text("test.json").replacingOccurrences(of: "\"2023-", with: "\"in 2023-")
    try folder.write(text, to: "test.json")
    let run = await recording(folder, mode: .check) { try await time() }
    #expect(
      run.failures.first?.contains(
        "FakeWeather.now() → what was recorded does not fit: It is not a date as in") == true)
  }

  @Test func theTestGoesOnWithTheRecordedAnswers() async throws {
    _ = await recording(folder, mode: .all) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Bern", days: 1)
    }
    let run = await recording(folder, mode: .check) { () async throws in
      let moved = Weather { _, _ in throw URLError(.timedOut) }
      #expect(try await FakeWeather(moved).forecast(for: "Bern", days: 1).city == "Bern")
    }
    #expect(run.failures.first?.contains("→ returned an object, throws URLError -1001") == true)
  }
}
