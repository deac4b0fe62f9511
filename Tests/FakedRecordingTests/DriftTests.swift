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

  @Test func keysThatCameAndWentAreShown() async throws {
    let run = try await check { $0.replacingOccurrences(of: "\"sky\"", with: "\"heaven\"") }
    #expect(run.failures.first?.contains("→ days[0].heaven: was a string, is missing") == true)
    #expect(run.failures.first?.contains("→ days[1].sky: was missing, is a string") == true)
  }

  @Test func anotherValueIsDriftOnRequestOnly() async throws {
    func change(_ text: String) -> String {
      text.replacingOccurrences(of: "\"high\": 20", with: "\"high\": 19")
    }
    #expect(try await check(.shape, change).failures == [])
    let run = try await check(.value, change)
    #expect(run.failures.first?.contains("→ days[0].high: was 19, is 20") == true)
  }

  @Test func anotherErrorIsDrift() async throws {
    let run = try await check { $0.replacingOccurrences(of: "unknownCity", with: "offline") }
    #expect(
      run.failures.first?.contains(
        "FakeWeather.check(\"\") → threw WeatherError \"offline\", throws WeatherError \"unknownCity\""
      ) == true)
  }

  @Test func aCallThatIsNotRecordedIsDrift() async throws {
    let run = try await check { $0.replacingOccurrences(of: "\"Bern\", 2", with: "\"Bern\", 3") }
    #expect(
      run.failures.first?.contains(
        "FakeWeather.forecast(for: \"Bern\", days: 2) → is not in the recording") == true)
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
