import Faked
import FakedReplay
import Foundation
import TestSupport
import Testing

@Suite struct RecordingFileTests {
  let folder = TemporaryFolder()

  private static let noRecording =
    "is not a recording with `\"format\": \"Faked recording\"`, `\"version\": 1`, and `calls`."

  @Test(arguments: [
    (
      "{\"format\": \"Faked rec",
      "is not JSON: Unexpected end of file during JSON parse."
    ),
    ("{\"log\": {}}", noRecording),
    ("{\"format\": \"Faked recording\", \"version\": 9, \"calls\": []}", noRecording),
    ("{\"format\": \"Faked recording\", \"version\": 1, \"calls\": 3}", noRecording),
    (
      "{\"format\": \"Faked recording\", \"version\": 1, \"calls\": [{\"function\": \"f\"}]}",
      "can't be read at calls[0]: a call has a `function`, `arguments`, and either `returned` or `threw`."
    ),
    (
      "{\"format\": \"Faked recording\", \"version\": 1, \"calls\": [{\"function\": \"f\", "
        + "\"arguments\": [], \"returned\": 1, \"threw\": {\"E\": 1}}]}",
      "can't be read at calls[0]: a call has a `function`, `arguments`, and either `returned` or `threw`."
    ),
  ])
  func aBadFileIsReportedAndKeptUntilReplaced(text: String, problem: String) async throws {
    try folder.write(text, to: "test.json")
    let run = await recording(folder, mode: .missing) { Issue.record("it ran") }
    #expect(
      run.text == """
        Recordings/test.json \(problem)
          Fix or delete \(folder.path)/test.json, or replace it with FAKED_RECORD=all.
        """)
    #expect(folder.text() == text)
    #expect(folder.names == ["test.json"])
    await folder.passes(.all) { _ = try await $0.forecast(for: "Bern", days: 1) }
    #expect(folder.text().contains("Bern"))
  }

  @Test func aFileDamagedDuringATestIsKept() async throws {
    await folder.passes(.all) { _ = try await $0.forecast(for: "Bern", days: 1) }
    let run = await recording(folder, mode: .missing) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Chur", days: 1)
      try folder.write("<<<<<<< " + folder.text(), to: "test.json")
    }
    #expect(run.failures.count == 1)
    #expect(run.failures.first?.hasPrefix("Recordings/test.json is not JSON: ") == true)
    #expect(folder.text().hasPrefix("<<<<<<< ") && !folder.text().contains("Chur"))
  }
}
