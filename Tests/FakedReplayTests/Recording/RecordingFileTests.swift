import Faked
import FakedReplay
import Foundation
import TestSupport
import Testing

@Suite struct RecordingFileTests {
  let folder = TemporaryFolder()

  @Test(arguments: [
    (
      "{\"format\": \"Faked rec",
      "is not JSON: Unexpected end of file during JSON parse."
    ),
    ("{\"log\": {}}", "is not a recording: it has no `\"format\": \"Faked recording\"`."),
    (
      "{\"format\": \"Faked recording\", \"version\": 9}",
      "has version 9, and this library reads 1."
    ),
    ("{\"format\": \"Faked recording\"}", "has version none, and this library reads 1."),
    ("{\"format\": \"Faked recording\", \"version\": 1, \"calls\": 3}", "has no list `calls`."),
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

  @Test func theErrorNamesAnInaccessiblePath() async throws {
    try folder.write("a file where the folder should be", to: "Recordings")
    let unwritten = await recording(folder, "Recordings/test.json", mode: .all) { () async throws in
      _ = try await FakeWeather(Weather()).forecast(for: "Bern", days: 1)
    }
    #expect(unwritten.failures.count == 1)
    #expect(unwritten.failures[0].contains("test.json was not written: "))
    try folder.write("a folder where the file should be", to: "test.json/file")
    let run = await recording(folder, mode: .none) {}
    #expect(run.text.hasPrefix("Recordings/test.json is a folder."))
  }

  @Test func aSymbolicLinkStaysALink() async throws {
    try folder.write("{}", to: "elsewhere/real.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/test.json", withDestinationPath: "elsewhere/real.json")
    await folder.passes(.all) { _ = try await $0.forecast(for: "Bern", days: 1) }
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: folder.path + "/test.json")
    #expect(target == "elsewhere/real.json")
    #expect(folder.text("elsewhere/real.json").contains("Bern"))
    #expect(Set(folder.names) == ["test.json", "elsewhere"])
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
