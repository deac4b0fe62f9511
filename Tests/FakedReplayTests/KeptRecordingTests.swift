import Faked
import FakedReplay
import Foundation
import TestSupport
import Testing

/// Runs that must not replace a recording.
@Suite struct KeptRecordingTests {
  let folder = TemporaryFolder()

  @Test func aTestThatThrowsKeepsTheFile() async {
    await folder.recordBern()
    let text = folder.text()
    let run = await folder.weather(.all) { fake in
      _ = try await fake.forecast(for: "Chur", days: 3)
      throw WeatherError.offline
    }
    #expect(
      run.failures == [
        "Recordings/test.json was not written: the test threw an error."
      ])
    #expect(folder.text() == text)
  }

  @Test func aTestThatFailsKeepsTheFile() async {
    await folder.recordBern()
    let text = folder.text()
    let run = await recording(folder, mode: .all, problem: .testFailed) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Chur", days: 3)
    }
    #expect(run.failures == ["Recordings/test.json was not written: the test failed."])
    #expect(run.note == nil)
    #expect(folder.text() == text)
  }

  @Test(arguments: [RecordingMode.all, .missing])
  func anOutageKeepsTheFile(mode: RecordingMode) async {
    await folder.recordBern()
    let text = folder.text()
    let run = await recording(folder, mode: mode) { () async throws in
      let fake = FakeWeather(.unreachable)
      _ = try fake.named("x")
      _ = try? await fake.forecast(for: "Chur", days: 1)
    }
    #expect(
      run.failures == [
        """
        Recordings/test.json was not written: the real implementation could not be reached:
          FakeWeather.forecast(for: "Chur", days: 1) → URLError -1009
          Try again later: FAKED_RECORD=\(mode) swift test --filter a
        """
      ])
    #expect(folder.text() == text)
  }
}
