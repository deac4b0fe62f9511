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

  @Test(arguments: [
    (RecordingFailure.Reason.testFailed, "the test failed"),
    (.testCanceled, "the test was canceled"),
  ])
  func aTestThatDoesNotPassKeepsTheFile(
    problem: RecordingFailure.Reason, reason: String
  ) async {
    await folder.recordBern()
    let text = folder.text()
    let run = await recording(folder, mode: .all, problem: problem) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Chur", days: 3)
    }
    #expect(
      run.failures == ["Recordings/test.json was not written: \(reason)."])
    #expect(run.note == nil)
    #expect(folder.text() == text)
  }

  @Test func anOutageNextToASuccessIsRecordedAndReported() async {
    let run = await recording(folder, mode: .all) { () async throws in
      let fake = FakeWeather(.unreachable)
      _ = try fake.named("x")
      _ = try? await fake.forecast(for: "Chur", days: 1)
    }
    #expect(run.failures == [])
    #expect(
      run.note == """
        Recorded 2 calls in Recordings/test.json. 1 of them could not reach the real implementation:
          FakeWeather.forecast(for: "Chur", days: 1) → URLError -1009
        """)
  }
}
